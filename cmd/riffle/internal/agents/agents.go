// Package agents puts Riffle into the configuration of agents that people use, takes it
// out again, and checks that it works there.
//
// The files are the user's own. What stands in them stays, byte for byte, comments and
// order included; a file that can't be read is refused; what was there before is kept,
// and taking Riffle out restores it.
package agents

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// Scope says for what an agent is configured.
type Scope string

const (
	User    Scope = "user"    // for all that this user does with the agent
	Project Scope = "project" // for the folder that is worked in
)

// Place says where and for what an agent is configured.
type Place struct {
	Env     func(string) string
	Workdir string // absolute path of the project
	Program string // absolute path of riffle
	Scope   Scope
	File    string   // the file to edit, for agents that have no single one; "": the agent's own
	Servers []string // of an MCP configuration: the servers that are meant; none: all
}

// home is the user's home folder.
func (p Place) home() (string, error) {
	if home := p.Env("HOME"); filepath.IsAbs(home) {
		return home, nil
	}
	return "", fmt.Errorf("agents: HOME is %q; expected the absolute path of your home folder", p.Env("HOME"))
}

// folder is a folder that a variable names, else one below the home folder.
func (p Place) folder(variable, underHome string) (string, error) {
	if dir := p.Env(variable); dir != "" {
		if !filepath.IsAbs(dir) {
			return "", fmt.Errorf("agents: %s is %q; expected an absolute path", variable, dir)
		}
		return dir, nil
	}
	home, err := p.home()
	return filepath.Join(home, underHome), err
}

// File is one file of an agent's configuration, and what Riffle has to do with it.
type File struct {
	Path string
	Mode fs.FileMode // of a file that is made; 0: 0644
	// Put returns the file with Riffle in it, the same bytes where it is in there already.
	// old is nil where there is no file. Neither function may change old.
	Put func(old []byte) ([]byte, error)
	// Take returns the file without Riffle, the same bytes where it is not in there, and nil
	// where nothing is left that the file is needed for.
	Take func(old []byte) ([]byte, error)
}

// Agent is one program that can be made to ask Riffle.
type Agent struct {
	Name   string // as on the command line
	Title  string // as its makers write it
	Scopes []Scope
	Files  func(Place) ([]File, error)
	// Next says what the user does after an installation, a line each. May be nil.
	Next func(Place) []string
	// Check looks further than at the files, for doctor: it asks Riffle as the agent would.
	Check func(*Exam)
}

// All are the agents that are known, in the order of their names.
func All() []Agent {
	all := []Agent{claudeCode(), codex(), dsh(), mcpConfig(), opencode()}
	slices.SortFunc(all, func(a, b Agent) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Names are the names of All.
func Names() []string {
	var out []string
	for _, a := range All() {
		out = append(out, a.Name)
	}
	return out
}

// Find returns the agent of a name.
func Find(name string) (Agent, error) {
	for _, a := range All() {
		if a.Name == name {
			return a, nil
		}
	}
	return Agent{}, fmt.Errorf("agents: %q is not known; expected one of %s", name, strings.Join(Names(), ", "))
}

// files are the files of an agent at a place, its scope checked.
func (a Agent) files(p Place) ([]File, error) {
	if !slices.Contains(a.Scopes, p.Scope) {
		return nil, fmt.Errorf("agents: %s can't be configured for one %s; expected --%s", a.Title, p.Scope, a.Scopes[0])
	}
	return a.Files(p)
}
