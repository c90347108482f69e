package main

import (
	"fmt"
	"math/rand/v2"
	"time"
)

type entry struct {
	At   string `json:"at"`
	By   string `json:"by"`
	Text string `json:"text"`
}

type incident struct {
	ID        string         `json:"id"`
	Title     string         `json:"title"`
	Severity  int            `json:"severity"`
	State     string         `json:"state"`
	Opened    string         `json:"opened"`
	Closed    string         `json:"closed,omitempty"`
	Affected  []string       `json:"affected"`
	Minutes   int            `json:"minutes_to_mitigate"`
	Timeline  []entry        `json:"timeline"`
	RootCause string         `json:"root_cause,omitempty"`
	Links     map[string]any `json:"links"`
}

var (
	systems  = []string{"ticket-gate", "lane-display", "fuel-telemetry", "crew-roster", "payment-bridge", "weather-feed", "wifi-lounge"}
	troubles = []string{"slow answers", "stale values", "restarts", "missing readings", "late mails", "a full queue"}
	people   = []string{"guro", "dag", "idun", "frode"}
)

func incidents(int) any {
	r := rand.New(rand.NewPCG(5, 23))
	var list []incident
	for i := range 90 {
		opened := start.Add(-time.Duration(90-i) * 29 * time.Hour)
		system := systems[r.IntN(len(systems))]
		in := incident{
			ID: fmt.Sprintf("INC-%04d", 1300+i), Title: system + ": " + troubles[r.IntN(len(troubles))],
			Severity: 3 + r.IntN(2), State: "closed", Opened: opened.Format(time.RFC3339),
			Closed:   opened.Add(time.Duration(40+r.IntN(300)) * time.Minute).Format(time.RFC3339),
			Affected: []string{system}, Minutes: 8 + r.IntN(50),
			Links: map[string]any{"self": fmt.Sprintf("/v1/incidents/INC-%04d", 1300+i), "postmortem": nil},
		}
		who := people[r.IntN(len(people))]
		in.Timeline = []entry{
			{opened.Format(time.RFC3339), "pager", "alert fired for " + system},
			{opened.Add(4 * time.Minute).Format(time.RFC3339), who, "looking"},
			{opened.Add(time.Duration(in.Minutes) * time.Minute).Format(time.RFC3339), who, "restarted the unit; readings are back"},
		}
		list = append(list, in)
	}
	big := &list[47]
	*big = incident{
		ID: "INC-1347", Title: "payment-bridge: some cards charged twice", Severity: 1, State: "closed",
		Opened: "2026-03-29T00:58:11Z", Closed: "2026-03-29T09:30:00Z", Affected: []string{"payment-bridge", "ticket-gate", "crew-roster"}, Minutes: 187,
		Timeline: []entry{
			{"2026-03-29T00:58:11Z", "pager", "captures per booking over 1.02 for 5 minutes"},
			{"2026-03-29T01:04:40Z", "idun", "only bookings made between 02:00 and 03:00 local time; the hour does not exist tonight"},
			{"2026-03-29T01:31:02Z", "idun", "idempotency key holds the local time to the minute, the retry gets another one"},
			{"2026-03-29T04:05:37Z", "frode", "bridge set to manual capture; 214 bookings queued for refund"},
			{"2026-03-29T08:47:19Z", "idun", "fix out: key made of booking id and attempt number, bridge 4.18.2"},
		},
		RootCause: "The idempotency key was built from local wall time, which jumps in the night of the change to summer time.",
		Links:     map[string]any{"self": "/v1/incidents/INC-1347", "postmortem": "/docs/pm/2026-03-29-double-capture"},
	}
	open := &list[61]
	open.State, open.Closed, open.Title = "monitoring", "", "fuel-telemetry: MS Havgast reports 0 l since the dry dock"
	open.Timeline = append(open.Timeline, entry{"2026-04-16T10:12:00Z", "dag", "not the network: the sender was fitted with its float upside down, spare ordered as part 88-1040-C"})
	return map[string]any{"incidents": list, "count": len(list), "open": 1, "generated_at": start.Format(time.RFC3339)}
}
