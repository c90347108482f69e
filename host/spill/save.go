package spill

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// incoming is an original on its way into the store.
type incoming struct {
	meta  Meta
	sha   string
	bytes int64
	data  []byte // the original, where it is in memory
	temp  *temp  // the original, where it was a stream
	text  []byte // the cleaned content; nil where it is the same
}

// need is how many bytes of the quota it takes; sidecars are not counted before
// they exist.
func (in *incoming) need() int64 { return in.bytes + int64(len(in.text)) }

// reader reads the original from its start.
func (in *incoming) reader() io.Reader {
	if in.temp != nil {
		return io.NewSectionReader(in.temp.file, 0, in.bytes)
	}
	return bytes.NewReader(in.data)
}

// Save stores an original and, where cleaning changed it, its cleaned content (nil
// means that it is the same). When it returns nil, both are durable and were read
// back. The same original in the same session gets the same locator. Save keeps no
// reference to the slices.
func (s *Store) Save(ctx context.Context, meta Meta, original, cleaned []byte) (Locator, error) {
	in := &incoming{meta: meta, sha: hashOf(original), bytes: int64(len(original)), data: original}
	if cleaned != nil && !bytes.Equal(original, cleaned) {
		in.text = cleaned
	}
	return s.save(ctx, in)
}

// SaveStream is Save for an original that need not fit into memory. An error of r
// is returned and nothing is stored. Where the store fails after some of r was
// read, the error is an *Interrupted that gives those bytes back.
func (s *Store) SaveStream(ctx context.Context, meta Meta, r io.Reader) (Locator, error) {
	if meta.Session == "" {
		meta.Session = s.opts.Session
	}
	f, unlock, err := s.enter(ctx, meta.Session)
	if err != nil {
		return Locator{}, err
	}
	unlock() // the stream may take long
	t, err := s.spool(ctx, f, r, s.grower(ctx))
	if err != nil {
		return Locator{}, t.interrupted(err)
	}
	loc, err := s.save(ctx, &incoming{meta: meta, sha: t.sha, bytes: t.bytes, temp: t})
	if err != nil {
		return Locator{}, t.interrupted(err)
	}
	t.discard()
	return loc, nil
}

func (s *Store) save(ctx context.Context, in *incoming) (Locator, error) {
	if in.meta.Session == "" {
		in.meta.Session = s.opts.Session
	}
	if err := ctx.Err(); err != nil {
		return Locator{}, fmt.Errorf("spill: not saved: %w", err)
	}
	for again := false; ; again = true {
		loc, err := s.saveOnce(ctx, in)
		if err == nil {
			s.note()
		}
		// A folder that someone removed in the middle is made anew, once.
		if err == nil || again || !errors.Is(err, fs.ErrNotExist) {
			return loc, err
		}
	}
}

// saveOnce works under the lock of the folder from the look at what exists to the
// reading back, so that names are given once and no sweep comes between.
func (s *Store) saveOnce(ctx context.Context, in *incoming) (Locator, error) {
	f, unlock, err := s.enter(ctx, in.meta.Session)
	if err != nil {
		return Locator{}, err
	}
	defer unlock()
	p, err := s.survey(f, in)
	if err != nil {
		return Locator{}, err
	}
	if p.original || p.text {
		if err := s.room(ctx, in.need(), f); err != nil {
			return Locator{}, err
		}
	}
	if err := s.carryOut(ctx, f, in, p); err != nil {
		return Locator{}, err
	}
	if p.original || p.text {
		s.took(in.need())
	}
	path := filepath.Join(f.path, p.stem)
	loc := Locator{ID: p.id, Path: path, SHA256: in.sha, Bytes: in.bytes}
	if in.text != nil {
		loc.TextPath = path + textEnding
	}
	used := f.used()
	if err = s.at("touch", path); err == nil {
		err = os.Chtimes(path, used, used)
	}
	if err != nil {
		return Locator{}, fail("set the time of", path, err)
	}
	return loc, nil
}

// carryOut writes what the plan says is missing: all files are written and flushed
// before the first is renamed, the original is renamed before its sidecar, the
// folder is flushed, everything is read back. What it put in place of a new entry
// goes again if a later step fails.
func (s *Store) carryOut(ctx context.Context, f *folder, in *incoming, p plan) (err error) {
	type move struct {
		temp *temp
		path string
	}
	var moves []move
	placed := 0
	defer func() {
		for i, m := range moves {
			if i < placed && err != nil && p.fresh {
				os.Remove(m.path)
			}
			if m.temp != in.temp {
				m.temp.discard()
			}
		}
	}()
	add := func(wanted bool, ending string, stage func() (*temp, error)) {
		if !wanted || err != nil {
			return
		}
		var t *temp
		if t, err = stage(); err == nil {
			moves = append(moves, move{t, filepath.Join(f.path, p.stem+ending)})
		}
	}
	add(p.text, textEnding, func() (*temp, error) { return s.stage(ctx, f, bytes.NewReader(in.text), nil) })
	add(p.original, "", func() (*temp, error) { return s.stageOriginal(ctx, f, in) })
	add(p.sidecar, sidecarEnding, func() (*temp, error) {
		c := p.known
		if c == nil {
			fresh := newSidecar(in, p.id, s.now())
			c = &fresh
		}
		return s.stageSidecar(f, c)
	})
	for placed < len(moves) && err == nil {
		if err = moves[placed].temp.place(moves[placed].path); err == nil {
			placed++
		}
	}
	if len(moves) > 0 && err == nil {
		err = s.syncDir(f.path)
	}
	for i := 0; i < len(moves) && err == nil; i++ {
		err = moves[i].temp.verify(moves[i].path)
	}
	return err
}

// stageOriginal uses the file that a stream was written to, as long as it is there.
func (s *Store) stageOriginal(ctx context.Context, f *folder, in *incoming) (*temp, error) {
	if in.temp != nil && linked(in.temp.file, in.temp.path) {
		return in.temp, nil
	}
	t, err := s.stage(ctx, f, in.reader(), nil)
	if err == nil && t.sha != in.sha {
		t.discard()
		return nil, fmt.Errorf("spill: the original changed while it was stored: %w; callers must not write to it", ErrDamaged)
	}
	return t, err
}
