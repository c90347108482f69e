package main

import (
	"fmt"
	"math/rand/v2"
	"time"
)

type money struct {
	Currency string `json:"currency"`
	Minor    int    `json:"minor"`
}

type leg struct {
	Sailing string `json:"sailing"`
	From    string `json:"from"`
	To      string `json:"to"`
	Departs string `json:"departs"`
	Deck    int    `json:"deck"`
	Lane    string `json:"lane,omitempty"`
}

type traveller struct {
	Name string `json:"name"`
	Fare string `json:"fare"`
}

type payment struct {
	ID     uint64 `json:"id"`
	Method string `json:"method"`
	Amount money  `json:"amount"`
	At     string `json:"at"`
}

type booking struct {
	ID         uint64            `json:"id"`
	Reference  string            `json:"reference"`
	State      string            `json:"state"`
	Travellers []traveller       `json:"travellers"`
	Vehicle    map[string]any    `json:"vehicle"`
	Legs       []leg             `json:"legs"`
	Due        money             `json:"due"`
	Payments   []payment         `json:"payments"`
	Labels     map[string]string `json:"labels,omitempty"`
	Note       *string           `json:"note"`
}

var (
	ports = []string{"Nordhaven", "Lysøy", "Kårvik", "Sandnes Quay", "Ytre Holm", "Bakkesund"}
	first = []string{"Anna", "Bjarte", "Cecilie", "Dag", "Elin", "Frode", "Guro", "Håkon", "Idun", "Jostein"}
	last  = []string{"Aasen", "Berg", "Dahl", "Eide", "Foss", "Hauge", "Krogh", "Lie", "Moen", "Sunde"}
	fares = map[string]int{"adult": 18900, "child": 9450, "senior": 12600, "resident": 4500}
	kinds = []string{"adult", "adult", "adult", "child", "senior", "resident"}
)

// perPage is the length of a page; firstID lies over 2^53 on purpose: ids come
// from a 64-bit sequence.
const (
	perPage = 120
	firstID = 9007199254740993
)

func bookings(page int) any {
	r := rand.New(rand.NewPCG(11, uint64(page)))
	list := make([]booking, 0, perPage)
	for i := range perPage {
		list = append(list, book(r, (page-1)*perPage+i))
	}
	if page == 3 {
		oddities(list)
	}
	return map[string]any{
		"object": "list",
		"data":   list,
		"page":   map[string]any{"number": page, "size": perPage, "total_items": 1013, "total_pages": 9, "next": fmt.Sprintf("/v1/bookings?page=%d", page+1)},
	}
}

func book(r *rand.Rand, n int) booking {
	at := start.Add(-time.Duration(n) * 37 * time.Minute)
	b := booking{
		ID:        firstID + uint64(n)*2,
		Reference: fmt.Sprintf("FY%05d", 20000+n*7),
		State:     "confirmed",
		Due:       money{"NOK", 0},
		Labels:    map[string]string{"channel": []string{"web", "kiosk", "phone"}[r.IntN(3)]},
	}
	for range 1 + r.IntN(3) {
		fare := kinds[r.IntN(len(kinds))]
		b.Travellers = append(b.Travellers, traveller{first[r.IntN(10)] + " " + last[r.IntN(10)], fare})
		b.Due.Minor += fares[fare]
	}
	from := r.IntN(len(ports))
	to := (from + 1 + r.IntN(len(ports)-1)) % len(ports)
	b.Legs = []leg{{fmt.Sprintf("S%04d", 4000+n), ports[from], ports[to], at.Add(72 * time.Hour).Format(time.RFC3339), 2 + r.IntN(5), ""}}
	if r.IntN(2) == 0 {
		b.Legs = append(b.Legs, leg{fmt.Sprintf("S%04d", 4400+n), ports[to], ports[from], at.Add(120 * time.Hour).Format(time.RFC3339), 2 + r.IntN(5), ""})
		b.Due.Minor *= 2
	}
	if r.IntN(3) == 0 {
		length := 380 + r.IntN(240)
		b.Vehicle = map[string]any{"plate": fmt.Sprintf("ND%05d", 10000+r.IntN(89999)), "length_cm": length, "height_cm": 140 + r.IntN(60)}
		b.Legs[0].Lane = fmt.Sprintf("B%d", 1+r.IntN(6))
		b.Due.Minor += 21000
	}
	b.Payments = []payment{{firstID*2 + uint64(n)*4, []string{"card", "invoice", "wallet"}[r.IntN(3)], b.Due, at.Format(time.RFC3339)}}
	return b
}

// oddities are the records that somebody will ask about.
func oddities(list []booking) {
	paid := &list[52]
	paid.Payments = append(paid.Payments, payment{paid.Payments[0].ID + 1, paid.Payments[0].Method, paid.Payments[0].Amount, paid.Payments[0].At})
	high := &list[67]
	high.Vehicle = map[string]any{"plate": "ND60418", "length_cm": 561, "height_cm": 431}
	high.Legs[0].Lane, high.Legs[0].Deck = "B2", 3
	twin := list[71]
	twin.ID, twin.Reference = list[70].ID+1, list[70].Reference+"-R"
	twin.Travellers, twin.Legs, twin.Due, twin.Vehicle = list[70].Travellers, list[70].Legs, list[70].Due, list[70].Vehicle
	list[71] = twin
	note := "Guide dog. Berth near the stairs was promised by telephone on 2 May, Guro at the Lysøy desk."
	list[83].Note = &note
	list[40].State, list[40].Payments = "waitlisted", []payment{}
}
