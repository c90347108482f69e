package main

import (
	"fmt"
	"math"
)

// routes is the timetable's map: lines of many points on one line of text.
func routes(int) any {
	var features []any
	for i, from := range ports {
		for j, to := range ports {
			if j <= i {
				continue
			}
			var line [][2]float64
			for k := range 70 {
				t := float64(k) / 69
				line = append(line, [2]float64{
					round(5.1 + 0.11*float64(i) + t*0.11*float64(j-i) + 0.01*math.Sin(9*t)),
					round(60.2 + 0.07*float64(i*i%5) + t*0.03*float64(j) + 0.02*math.Cos(7*t)),
				})
			}
			properties := map[string]any{"route": fmt.Sprintf("R%d%d", i+1, j+1), "from": from, "to": to, "minutes": 35 + 11*(j-i), "season": "all year"}
			if i == 2 && j == 4 {
				properties["season"], properties["closed"] = "15 Jun - 20 Aug", "slip at Ytre Holm under 2.1 m at low water springs"
				line[33] = [2]float64{0, 0}
			}
			features = append(features, map[string]any{"type": "Feature", "id": int64(72057594037927936) + int64(len(features)), "properties": properties, "geometry": map[string]any{"type": "LineString", "coordinates": line}})
		}
	}
	return map[string]any{"type": "FeatureCollection", "name": "ferry routes 2026", "features": features}
}

func round(f float64) float64 { return math.Round(f*1e5) / 1e5 }
