// Package crane models the cranes of a yard.
package crane

import "fmt"

// Crane is one crane.
type Crane struct {
	ID     string
	ReachM int
	LimitT int
}

// Lift reports whether the crane can lift tonnes at a distance in metres. The
// limit falls by a tenth for every five metres beyond twenty.
func (c Crane) Lift(tonnes, metres int) error {
	if metres > c.ReachM {
		return fmt.Errorf("crane %s reaches %d m, not %d m", c.ID, c.ReachM, metres)
	}
	limit := c.LimitT
	if metres > 20 {
		limit -= limit * ((metres - 20) / 5) / 10
	}
	if tonnes > limit {
		return fmt.Errorf("crane %s lifts %d t at %d m, not %d t", c.ID, limit, metres, tonnes)
	}
	return nil
}
