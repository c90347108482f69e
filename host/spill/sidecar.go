package spill

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	// maxSidecar bounds what is read as a sidecar: maxReplacements at about 120
	// bytes each, the texts of the meta, and room for what later versions add.
	maxSidecar = 1 << 20
	// maxReplacements bounds the replacements on record; the oldest go first.
	maxReplacements = 512
	// Texts of the meta are cut, in bytes: a command may hold a whole script.
	maxCommand = 4096
	maxWord    = 512
)

// sidecar is the JSON beside an original.
type sidecar struct {
	Version      int           `json:"version"`
	ID           string        `json:"id"`
	SHA256       string        `json:"sha256"`
	Bytes        int64         `json:"bytes"`
	Text         *cleanedText  `json:"text,omitempty"`
	Session      string        `json:"session,omitempty"`
	Tool         string        `json:"tool,omitempty"`
	Kind         string        `json:"kind,omitempty"`
	CallID       string        `json:"callId,omitempty"`
	Command      string        `json:"command,omitempty"`
	ExitStatus   *int          `json:"exitStatus,omitempty"`
	IsError      bool          `json:"isError,omitempty"`
	Saved        time.Time     `json:"saved"`
	Replacements []replacement `json:"replacements,omitempty"` // by time, then hash
}

type cleanedText struct {
	SHA256 string `json:"sha256"`
	Bytes  int64  `json:"bytes"`
}

// replacement is a text that was shown in place of the original, without the white
// space at its end.
type replacement struct {
	SHA256 string    `json:"sha256"`
	At     time.Time `json:"at"`
}

func newSidecar(in *incoming, id string, now time.Time) sidecar {
	m := in.meta
	c := sidecar{
		Version: 1, ID: id, SHA256: in.sha, Bytes: in.bytes,
		Session: cut(m.Session, maxWord), Tool: cut(m.Tool, maxWord), Kind: cut(m.Kind, maxWord),
		CallID: cut(m.CallID, maxWord), Command: cut(m.Command, maxCommand),
		ExitStatus: m.ExitStatus, IsError: m.IsError, Saved: now.UTC(),
	}
	if in.text != nil {
		c.Text = &cleanedText{SHA256: hashOf(in.text), Bytes: int64(len(in.text))}
	}
	return c
}

// cut makes valid UTF-8 of at most n bytes.
func cut(s string, n int) string {
	if len(s) > n {
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
		s = s[:n]
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// parseSidecar reads a sidecar and refuses one that no store can have written.
// Members that it does not know are a later version's and do not matter.
func parseSidecar(b []byte) (sidecar, error) {
	var c sidecar
	if len(b) > maxSidecar {
		return c, fmt.Errorf("%d bytes, expected at most %d", len(b), maxSidecar)
	}
	if err := json.Unmarshal(b, &c); err != nil {
		return sidecar{}, err
	}
	isSum := func(s string) bool { return len(s) == 64 && isHex(s) }
	switch {
	case c.Version < 1:
		return sidecar{}, errors.New("no version")
	case !isSum(c.SHA256) || c.ID == "" || !strings.HasPrefix(c.SHA256, c.ID):
		return sidecar{}, errors.New("id and sha256 do not belong together")
	case c.Bytes < 0 || c.Text != nil && (!isSum(c.Text.SHA256) || c.Text.Bytes < 0):
		return sidecar{}, errors.New("bad sizes or hash of the text")
	case len(c.Replacements) > maxReplacements:
		return sidecar{}, fmt.Errorf("%d replacements, expected at most %d", len(c.Replacements), maxReplacements)
	}
	for _, r := range c.Replacements {
		if !isSum(r.SHA256) {
			return sidecar{}, errors.New("bad hash of a replacement")
		}
	}
	return c, nil
}

func (c *sidecar) encode() ([]byte, error) {
	b, err := json.MarshalIndent(c, "", " ")
	return append(b, '\n'), err
}

func (c *sidecar) has(hash string) bool {
	for _, r := range c.Replacements {
		if r.SHA256 == hash {
			return true
		}
	}
	return false
}

// add puts a replacement on record and lets the oldest go.
func (c *sidecar) add(hash string, at time.Time) {
	c.Replacements = append(c.Replacements, replacement{SHA256: hash, At: at.UTC()})
	sort.Slice(c.Replacements, func(i, j int) bool {
		a, b := c.Replacements[i], c.Replacements[j]
		if !a.At.Equal(b.At) {
			return a.At.Before(b.At)
		}
		return a.SHA256 < b.SHA256
	})
	if over := len(c.Replacements) - maxReplacements; over > 0 {
		c.Replacements = c.Replacements[over:]
	}
}

// readSidecar reads the sidecar at path, whose file name begins with id.
func readSidecar(path, id string) (sidecar, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|noFollow|nonBlock, 0)
	if err != nil {
		return sidecar{}, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxSidecar+1))
	if err != nil {
		return sidecar{}, err
	}
	c, err := parseSidecar(b)
	if err == nil && c.ID != id {
		err = fmt.Errorf("it is that of %s", c.ID)
	}
	if err != nil {
		return sidecar{}, fmt.Errorf("spill: the sidecar %s is not usable: %w", path, err)
	}
	return c, nil
}

// fingerprint is the hash by which a replacement is recognised: white space at the
// end is what clients add and trim.
func fingerprint(text []byte) string { return hashOf(bytes.TrimRight(text, " \t\r\n\v\f")) }
