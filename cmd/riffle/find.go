package main

import (
	"fmt"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/spill"
)

// find looks up an original by its ID or path: in the store that is configured here,
// then in the default one, then in those that originals were saved to before. A notice
// names an ID alone, and is read where another configuration holds; what a reader asks
// for must come back even where that one is broken.
func (a *app) find(idOrPath string) (spill.Entry, error) {
	c, err := a.configForReading()
	if err != nil {
		a.complain(err)
		a.complain(fmt.Errorf("looking in the default store and in those that were used before"))
	}
	dirs := append([]string{c.Spill.Dir, ""}, spill.Known(spill.DefaultIndex())...)
	var first error
	seen := map[string]bool{}
	for _, dir := range dirs {
		store, err := spill.Open(spill.Options{Dir: dir})
		if err == nil && seen[store.Dir()] {
			continue
		}
		var entry spill.Entry
		if err == nil {
			seen[store.Dir()] = true
			entry, err = store.Find(idOrPath)
			_ = store.Close() // it only read
		}
		if err == nil {
			return entry, nil
		}
		if first == nil {
			first = err
		}
	}
	return spill.Entry{}, first
}

// configForReading is the configuration that holds here; where it is broken, what the
// user's own file says, else the defaults, with the error.
func (a *app) configForReading() (config.Config, error) {
	f, c, err := a.found()
	if err == nil {
		return c, nil
	}
	if own, e := f.Own().Load(); f.PickedUp && e == nil {
		return own, err
	}
	return config.Default(), err
}
