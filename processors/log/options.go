package log

import "github.com/riffle-dev/riffle/sdk"

// options are those of one unit, in an array and handed on as a value: what is
// appended to a slice, or stored through a pointer, is allocated.
type options struct {
	list [8]sdk.UnitOption
	n    int
}

func (o options) with(x sdk.UnitOption) options {
	o.list[o.n] = x
	o.n++
	return o
}

func (o *options) all() []sdk.UnitOption { return o.list[:o.n] }
