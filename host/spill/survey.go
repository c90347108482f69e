package spill

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// plan says which name an original gets and which of its files must be written.
type plan struct {
	stem, id                string
	original, text, sidecar bool     // what must be written
	fresh                   bool     // nothing of it existed
	known                   *sidecar // to write again, with its replacements; nil: make a new one
}

// survey looks at what the folder has of an original. Nothing that exists is
// trusted before it was read. The folder is locked.
func (s *Store) survey(f *folder, in *incoming) (plan, error) {
	for n := s.digits; n <= len(in.sha); n++ {
		p, taken, err := s.surveyID(f, in, in.sha[:n])
		if err != nil || !taken {
			return p, err
		}
	}
	return plan{}, errors.New("spill: another original has the same SHA-256") // cannot happen
}

// surveyID looks at one possible ID; taken says that another original has it.
func (s *Store) surveyID(f *folder, in *incoming, id string) (p plan, taken bool, err error) {
	p = plan{stem: id + "-" + encodeTool(in.meta.Tool), id: id, fresh: true}
	entries, err := os.ReadDir(f.path)
	if err != nil {
		return p, false, fail("look into the folder", f.path, err)
	}
	for _, e := range entries {
		stem, other, ending, ok := parseName(e.Name())
		if ok && other == id && (ending == "" || p.fresh) {
			p.stem, p.fresh = stem, false // whichever tool gave it first
		}
	}
	path := filepath.Join(f.path, p.stem)
	c, cErr := readSidecar(path+sidecarEnding, id)
	sha, _, err := s.digest(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		p.original = true
	case err != nil:
		return p, false, err
	case sha == in.sha:
	case strings.HasPrefix(sha, id), cErr == nil && c.SHA256 != in.sha:
		return p, true, nil
	default:
		p.original = true // damaged
	}
	p.sidecar = cErr != nil || c.SHA256 != in.sha
	return p, false, s.surveyText(&p, in, path, c)
}

// surveyText decides about the cleaned content and what it says in the sidecar.
func (s *Store) surveyText(p *plan, in *incoming, path string, c sidecar) error {
	if in.text == nil {
		return nil // one from an earlier save may stay: markers made from it count in it
	}
	want := hashOf(in.text)
	sha, _, err := s.digest(path + textEnding)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	p.text = err != nil || sha != want
	if !p.sidecar && (c.Text == nil || c.Text.SHA256 != want) {
		c.Text = &cleanedText{SHA256: want, Bytes: int64(len(in.text))}
		p.sidecar, p.known = true, &c
	}
	return nil
}
