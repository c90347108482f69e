// Package yard gives berths to ships.
package yard

import (
	"sort"
	"sync"
)

// Ship waits for a berth.
type Ship struct {
	Name      string
	DraughtCM int
}

// Yard has berths, each with a depth in centimetres.
type Yard struct {
	mu     sync.RWMutex
	depths map[string]int
	taken  map[string]string
}

// New makes a yard of the given berths.
func New(depths map[string]int) *Yard {
	return &Yard{depths: depths, taken: map[string]string{}}
}

// Assign gives the ship the shallowest free berth that is deep enough, or "".
func (y *Yard) Assign(s Ship, keelCM int) string {
	y.mu.Lock()
	defer y.mu.Unlock()
	var names []string
	for n, d := range y.depths {
		if y.taken[n] == "" && d >= s.DraughtCM+keelCM {
			names = append(names, n)
		}
	}
	sort.Slice(names, func(i, j int) bool {
		if y.depths[names[i]] != y.depths[names[j]] {
			return y.depths[names[i]] < y.depths[names[j]]
		}
		return names[i] < names[j]
	})
	if len(names) == 0 {
		return ""
	}
	y.taken[names[0]] = s.Name
	return names[0]
}

// Leave frees the berth of a ship.
func (y *Yard) Leave(ship string) {
	for n, s := range y.taken {
		if s == ship {
			y.mu.Lock()
			delete(y.taken, n)
			y.mu.Unlock()
		}
	}
}
