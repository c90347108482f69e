package journal

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"
)

func open(t *testing.T, limit int64, names ...string) *Journal {
	t.Helper()
	dir := t.TempDir()
	var paths []string
	for _, name := range names {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		paths = append(paths, name)
	}
	j, err := Open(paths, limit)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j
}

func TestAppendNumbersEvents(t *testing.T) {
	j := open(t, 0, "a")
	for i := range int64(40) {
		t.Run(fmt.Sprintf("event-%02d", i+1), func(t *testing.T) {
			n, err := j.Append(Event{Parcel: fmt.Sprintf("PX-%06d", i), Kind: "received"})
			if err != nil || n != i+1 {
				t.Errorf("number %d, error %v; want %d and none", n, err, i+1)
			}
		})
	}
}

func TestFailedSegmentMakesReadOnly(t *testing.T) {
	j := open(t, 0, "/dev/full", "b")
	_, err := j.Append(Event{Parcel: "PX-000001", Kind: "received"})
	if !errors.Is(err, ErrSegment) {
		t.Fatalf("error %v, want one that wraps ErrSegment", err)
	}
	t.Logf("as expected: %v", err)
	if _, err := j.Append(Event{}); !errors.Is(err, ErrReadOnly) {
		t.Errorf("error %v, want ErrReadOnly", err)
	}
	if err := j.Recover(); err != nil {
		t.Fatal(err)
	}
	if n, err := j.Append(Event{Parcel: "PX-000001", Kind: "received"}); n != 1 || err != nil {
		t.Errorf("number %d, error %v; want 1: a refused event's number is used again", n, err)
	}
}

func TestRotation(t *testing.T) {
	for limit := int64(60); limit <= 600; limit += 20 {
		t.Run(fmt.Sprintf("limit-%d", limit), func(t *testing.T) {
			j := open(t, limit, "a", "b", "c", "d", "e", "f", "g", "h", "i", "j")
			for i := range 8 {
				if _, err := j.Append(Event{Parcel: fmt.Sprintf("PX-%06d", i), Kind: "sorted", Note: "belt 4"}); err != nil {
					t.Fatal(err)
				}
			}
			t.Logf("8 events used %d segments", j.Segment())
		})
	}
}

func TestOpenWithoutSegments(t *testing.T) {
	if _, err := Open(nil, 0); err == nil {
		t.Error("no error for an empty list")
	}
}
