package main

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

// night is what the line's back office logs in a night: requests, jobs, and a
// clock that runs away on one ship. The trouble begins after so many events.
func night(log *slog.Logger, c *clock, events, trouble int) {
	r := rand.New(rand.NewPCG(41, 1))
	log.Info("ferry back office ready", "version", "4.18.2", "zone", "Europe/Oslo", "ships", len(ships))
	for i := range events {
		ship := ships[r.IntN(len(ships))]
		switch i - trouble {
		case 0:
			log.Info("time source changed", "ship", "teist", "from", "gps", "to", "rtc", "offset_ms", 0)
		case 15:
			log.Debug("position accepted", "ship", "teist", "lat", 60.3911, "lon", 5.3242, "age_ms", -3597112)
		case 62:
			log.Warn("sailing closed early", "sailing", "S4471", "ship", "teist", "scheduled", "05:10", "closed", "04:10", "boarded", 38, "booked", 161)
		case 63:
			log.Info("gate job", "sailing", "S4471", "turned_away", 123, "rebooked_on", "S4473")
		case 120:
			log.Error("booking sync rejected", "err", "version conflict: have 18446744073709551557, got 18446744073709551533", "booking", uint64(9007199254741607), "attempt", 1,
				slog.Group("cause", "op", "compare-and-swap", "key", "sailing/S4473/lane/B4", "writers", []string{"gate-2", "desk-lysoy"}))
		case 121:
			log.Info("booking sync", "booking", uint64(9007199254741607), "attempt", 2, "outcome", "stored")
		case 171:
			log.Info("time source changed", "ship", "teist", "from", "rtc", "to", "gps", "offset_ms", -3600027)
		case 290:
			log.Info("refund batch", "id", "RB-0514", "payments", 123, "minor", 2324700, "currency", "NOK", "approved_by", "idun")
		}
		c.tick(time.Duration(r.IntN(2500)) * time.Millisecond)
		switch r.IntN(5) {
		case 0, 1:
			log.Info("request", "method", "GET", "path", fmt.Sprintf("/v1/bookings/%d", firstID+2*r.IntN(1000)), "status", 200, "ms", 2+r.IntN(30), "peer", fmt.Sprintf("10.20.%d.%d", 1+r.IntN(4), 2+r.IntN(200)))
		case 2:
			log.Debug("position accepted", "ship", ship, "lat", round(60.2+r.Float64()/2), "lon", round(5.1+r.Float64()/2), "age_ms", 200+r.IntN(900))
		case 3:
			log.Info("lane count", "ship", ship, "lanes", map[string]int{"B1": r.IntN(12), "B2": r.IntN(12), "B3": r.IntN(12)})
		case 4:
			log.Debug("cache", "op", []string{"hit", "miss", "evict"}[r.IntN(3)], "key", fmt.Sprintf("tariff/%s/%d", ports[r.IntN(6)], r.IntN(40)))
		}
	}
	log.Info("night over", "events", events, "errors", 1, "warnings", 1)
}
