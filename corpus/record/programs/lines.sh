#!/usr/bin/env bash
# Makes a Go module of 36 shipping lines, each a package, that were written for
# an older package of rates: lines.sh FOLDER.
set -euo pipefail
mkdir -p "$1"/{rate,cmd/timetable}
cd "$1"
printf 'module example.com/lines\n\ngo 1.22\n' >go.mod
cat >rate/rate.go <<'END'
// Package rate prices a voyage.
package rate

// Cents is an amount of money.
type Cents int64

// Voyage is one voyage. Its distance was called Miles until it was metric.
type Voyage struct {
	From, To string
	Km       int
	Cargo    []Box
}

// Box is a container.
type Box struct {
	Number string
	Tonnes float64
	Reefer bool
}

// Price is what a voyage costs.
func Price(v Voyage, season string) (Cents, error) { return Cents(v.Km * len(v.Cargo)), nil }
END
ports=(aarhus bergen cuxhaven dieppe esbjerg fredericia gdynia hamina ijmuiden jersey kiel larvik)
kinds=(liner feeder tramp)
for i in $(seq 0 35); do
	name=${ports[$((i % 12))]}${kinds[$((i / 12))]}
	mkdir -p "$name"
	cat >"$name/$name.go" <<-END
		// Package $name prices the $name line.
		package $name

		import "example.com/lines/rate"

		// Default is the usual voyage.
		var Default = rate.Voyage{From: "${ports[$((i % 12))]}", To: "${ports[$(((i + 5) % 12))]}", Miles: $((90 + 7 * i))}

		// Quote is what the usual voyage costs in cents.
		func Quote(boxes int) int64 {
			v := Default
			v.Cargo = make([]rate.Box, boxes)
			if v.Miles > $((100 + 5 * i)) {
				v.Cargo[0].Reefer = true
			}
			return int64(rate.Price(v))
		}
	END
done
# One line differs: it does not merely follow the old package, it is wrong itself.
cat >haminafeeder/ice.go <<'END'
package haminafeeder

import "example.com/lines/rate"

// IceClass adds the surcharge of the winter table.
func IceClass(v rate.Voyage, table map[string]rate.Cents) rate.Cents {
	class := v.Cargo[0].Tonnes / 1000
	return table[class] + winterDue(v.To)
}
END
cat >cmd/timetable/main.go <<'END'
// Command timetable prints what the lines cost.
package main

import (
	"fmt"

	"example.com/lines/kielliner"
)

func main() { fmt.Println(kielliner.Quote(4)) }
END
