// Package fare prices a parcel by its weight and by how far it travels.
package fare

import "fmt"

// rates holds the price in cents of each zone, a column for each weight class.
var rates = [][]int{
	{390, 490, 690, 990},
	{450, 590, 790, 1190},
	{520, 690, 990, 1490},
	{690, 890, 1290, 1890},
	{890, 1190, 1690, 2390},
	{1190, 1590, 2190, 3090},
	{1590, 2090, 2890, 3990},
}

// bounds are the distances in kilometres at which the next zone begins.
var bounds = []int{50, 150, 300, 500, 800, 1200, 2000}

// classes are the heaviest weights in grams of each class.
var classes = []int{500, 2000, 10000, 31500}

// Of returns the zone of a distance in kilometres, from 0.
func Of(km int) int {
	for z, bound := range bounds {
		if km <= bound {
			return z
		}
	}
	return len(bounds)
}

// Price returns the price in cents of a parcel.
func Price(km, grams int) (int, error) {
	if grams <= 0 {
		return 0, fmt.Errorf("fare: weight %d g; expected at least 1 g", grams)
	}
	for c, heaviest := range classes {
		if grams <= heaviest {
			return rates[Of(km)][c], nil
		}
	}
	return 0, fmt.Errorf("fare: weight %d g is over the limit of %d g", grams, classes[len(classes)-1])
}
