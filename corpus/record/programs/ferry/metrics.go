package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
)

type series struct {
	Metric map[string]string `json:"metric"`
	Values [][2]any          `json:"values"`
}

var ships = []string{"havgast", "lomvi", "skarv", "teist", "alke"}

// metrics answers a range query: a list of series, each a list of pairs of a
// time and a number as text, as time-series databases do.
func metrics(int) any {
	r := rand.New(rand.NewPCG(3, 1))
	var list []series
	for _, ship := range ships {
		for _, name := range []string{"engine_oil_temp_celsius", "shaft_rpm", "battery_volts", "bilge_level_mm", "passengers_onboard"} {
			s := series{Metric: map[string]string{"__name__": name, "ship": ship, "job": "bridge", "instance": fmt.Sprintf("10.20.%d.7:9100", 11+len(list)/5)}}
			base := map[string]float64{"engine_oil_temp_celsius": 84, "shaft_rpm": 312, "battery_volts": 27.4, "bilge_level_mm": 41, "passengers_onboard": 180}[name]
			for i := range 96 {
				v := base * (1 + 0.02*math.Sin(float64(i)/9) + 0.004*r.Float64())
				text := strconv.FormatFloat(v, 'f', 2, 64)
				switch {
				case ship == "skarv" && name == "bilge_level_mm" && i >= 44 && i < 51:
					text = strconv.FormatFloat(v+float64(i-43)*58.5, 'f', 2, 64)
				case ship == "teist" && name == "shaft_rpm" && i == 60:
					text = "NaN"
				case ship == "lomvi" && name == "battery_volts" && i >= 70 && i < 74:
					continue // the sender was off
				}
				s.Values = append(s.Values, [2]any{start.Unix() + int64(i)*300, text})
			}
			list = append(list, s)
		}
	}
	return map[string]any{"status": "success", "data": map[string]any{"resultType": "matrix", "result": list}, "warnings": []string{"lomvi battery_volts: 4 of 96 samples are missing"}}
}
