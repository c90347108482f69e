package spill

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// maxTombstones bounds what is remembered of removed originals: about 60 bytes
// each, the oldest are forgotten first.
const maxTombstones = 4096

// tombstone says that an original is gone: its ID, no other word of it.
type tombstone struct {
	at  time.Time
	id  string
	why string // "age", "quota" or "request"
}

// parseTombstones reads lines of time, ID and reason, and skips what is none.
func parseTombstones(b []byte) []tombstone {
	var list []tombstone
	for line := range strings.Lines(string(b)) {
		part := strings.Fields(line)
		if len(part) != 3 || !isHex(part[1]) || len(part[1]) > 64 || len(part[2]) > 16 {
			continue
		}
		if at, err := time.Parse(time.RFC3339, part[0]); err == nil {
			list = append(list, tombstone{at: at, id: part[1], why: part[2]})
		}
	}
	return list[max(0, len(list)-maxTombstones):]
}

func encodeTombstones(list []tombstone) []byte {
	var b bytes.Buffer
	for _, t := range list[max(0, len(list)-maxTombstones):] {
		fmt.Fprintf(&b, "%s %s %s\n", t.at.UTC().Format(time.RFC3339), t.id, t.why)
	}
	return b.Bytes()
}

func (s *Store) tombstones() []tombstone {
	f, err := os.OpenFile(filepath.Join(s.spill, expiredName), os.O_RDONLY|noFollow|nonBlock, 0)
	if err != nil {
		return nil
	}
	defer f.Close()
	b, _ := io.ReadAll(io.LimitReader(f, maxTombstones*128))
	return parseTombstones(b)
}

// gone tells "expired" from "unknown" for an original that is not there.
func (s *Store) gone(id, name string) error {
	list := s.tombstones()
	for i := len(list) - 1; i >= 0; i-- {
		if t := list[i]; strings.HasPrefix(id, t.id) {
			return fmt.Errorf("spill: %s was removed at %s (%s): %w; run the tool again", name, t.at.Format(time.RFC3339), t.why, ErrExpired)
		}
	}
	return fmt.Errorf("spill: nothing was stored as %s under %s: %w; riffle spill list shows what there is", name, s.spill, ErrUnknown)
}

// bury notes what is about to be removed. The spill folder is locked.
func (s *Store) bury(fresh []tombstone) error {
	if len(fresh) == 0 {
		return nil
	}
	b := encodeTombstones(append(s.tombstones(), fresh...))
	top := &folder{store: s, path: s.spill, token: s.tokenOf("")}
	tmp, err := s.stage(context.Background(), top, bytes.NewReader(b), nil)
	if err != nil {
		return err
	}
	defer tmp.discard()
	err = tmp.place(filepath.Join(s.spill, expiredName))
	return errors.Join(err, s.syncDir(s.spill))
}
