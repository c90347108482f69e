package main

import (
	"fmt"
	"html/template"
	"math/rand/v2"
	"net/http"
	"time"
)

type cell struct{ Day, Class, Title string }

type component struct {
	Name, State, Uptime string
	Days                []cell
}

type note struct{ Day, Title, Body string }

var statusPage = template.Must(template.New("status").Parse(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Ferry line: status</title>
<style>
body{font:15px/1.5 sans-serif;max-width:60em;margin:2em auto}
.day{display:inline-block;width:7px;height:30px;background:#3a6}.day.some{background:#da3}.day.out{background:#c33}.day.none{background:#ddd}
table{border-collapse:collapse}td,th{border-bottom:1px solid #ccc;padding:.3em .8em;text-align:left}
</style>
<script>window.setTimeout(function () { location.reload(); }, 60000);</script></head>
<body><header><nav><a href="/status">Status</a> <a href="/status/history">History</a> <a href="/status/feed.xml">Feed</a></nav><h1>Ferry line: status</h1></header>
<main><p class="banner">{{.Banner}}</p>
<h2>Components</h2>
{{range .Components}}<section class="component"><h3>{{.Name}} <small>{{.State}}</small></h3>
<div class="bars" role="img" aria-label="the last 90 days">{{range .Days}}<span class="day {{.Class}}" title="{{.Day}}: {{.Title}}"></span>
{{end}}</div><p>{{.Uptime}} uptime in 90 days</p></section>
{{end}}<h2>Departures in the next hours</h2>
<table><thead><tr><th>Sailing</th><th>From</th><th>To</th><th>Departs</th><th>Free lane metres</th><th>Remark</th></tr></thead><tbody>
{{range .Sailings}}<tr><td><a href="/manifest/{{.ID}}">{{.ID}}</a></td><td>{{.From}}</td><td>{{.To}}</td><td>{{.Departs}}</td><td>{{.Free}}</td><td>{{.Remark}}</td></tr>
{{end}}</tbody></table>
<h2>Past notes</h2>
{{range .Notes}}<article><h3>{{.Day}}: {{.Title}}</h3><p>{{.Body}}</p></article>
{{end}}</main><footer><p>Times are local. Page made {{.Made}}.</p></footer></body></html>
`))

type sailing struct{ ID, From, To, Departs, Free, Remark string }

func status(w http.ResponseWriter, _ *http.Request) {
	r := rand.New(rand.NewPCG(6, 6))
	var components []component
	for _, name := range []string{"Booking", "Payment", "Gates", "Lane displays", "Positions", "Fuel readings", "Lounge wifi"} {
		c := component{Name: name, State: "works", Uptime: "99.98 %"}
		for d := range 90 {
			k := cell{start.AddDate(0, 0, d-89).Format("2 Jan"), "", "no trouble"}
			if r.IntN(60) == 0 {
				k.Class, k.Title = "some", fmt.Sprintf("slow for %d min", 3+r.IntN(20))
			}
			if name == "Payment" && d == 43 {
				k.Class, k.Title = "out", "double captures for 3 h 7 min"
			}
			if name == "Fuel readings" && d >= 62 {
				k.Class, k.Title = "none", "no reading from MS Havgast"
			}
			c.Days = append(c.Days, k)
		}
		if name == "Payment" {
			c.Uptime = "99.86 %"
		}
		if name == "Fuel readings" {
			c.State, c.Uptime = "one ship silent since 17 April", "68.89 %"
		}
		components = append(components, c)
	}
	var sailings []sailing
	for i := range 60 {
		from := i % len(ports)
		s := sailing{fmt.Sprintf("S%d", 4460+i), ports[from], ports[(from+1+i/6)%len(ports)], start.Add(time.Duration(i) * 17 * time.Minute).Format("15:04"), fmt.Sprint(20 + r.IntN(140)), ""}
		switch i {
		case 11:
			s.Free, s.Remark = "0", "closed an hour early; holders of tickets sail on S4473"
		case 31:
			s.Remark = "sails from berth 2 instead of 4: bow ramp of MS Lomvi is welded shut until Friday"
		}
		sailings = append(sailings, s)
	}
	statusPage.Execute(w, map[string]any{
		"Banner": "All but one component work. Vehicles over 4.2 m are not taken on deck 3.", "Components": components, "Sailings": sailings,
		"Notes": []note{
			{"29 March", "Some cards were charged twice", "214 bookings were paid twice between 02:00 and 03:00. All were refunded by 2 April; reference RB-0329."},
			{"17 April", "No fuel readings from MS Havgast", "The sender was fitted upside down in the dry dock. The spare is due on 19 May."},
			{"14 May", "S4471 left early", "The ship's clock ran an hour ahead after it fell back from satellite time. 123 travellers were rebooked."},
		},
		"Made": start.Format("2006-01-02 15:04"),
	})
}

var manifestPage = template.Must(template.New("manifest").Parse(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Manifest of {{.ID}}</title><link rel="stylesheet" href="/s.css"></head><body>
<h1>Manifest of {{.ID}}</h1><p>{{.From}} to {{.To}}, {{.Departs}}, {{len .Rows}} vehicles, {{.Metres}} m of {{.Limit}} m lane</p>
<table class="lanes"><caption>Vehicles in the order of the lanes</caption>
<tr><th>#</th><th>Lane</th><th>Plate</th><th>Length</th><th>Height</th><th>Weight</th><th>Goods</th><th>Booking</th></tr>
{{range $i, $r := .Rows}}<tr class="{{if $r.Class}}{{$r.Class}}{{else}}r{{end}}"><td>{{$r.N}}</td><td>{{$r.Lane}}</td><td>{{$r.Plate}}</td><td>{{$r.Length}}</td><td>{{$r.Height}}</td><td>{{$r.Weight}}</td><td>{{$r.Goods}}</td><td><a href="/v1/bookings/{{$r.Booking}}">{{$r.Booking}}</a></td></tr>
{{end}}</table></body></html>
`))

type vehicle struct {
	N                                          int
	Lane, Plate, Length, Height, Weight, Goods string
	Class                                      string
	Booking                                    uint64
}

// manifest lists the vehicles of a sailing as a table.
func manifest(w http.ResponseWriter, r *http.Request) {
	random := rand.New(rand.NewPCG(13, 2))
	var rows []vehicle
	metres := 0.0
	for i := range 240 {
		length := 3.8 + random.Float64()*2.6
		v := vehicle{N: i + 1, Lane: fmt.Sprintf("B%d", 1+i/40), Plate: fmt.Sprintf("ND%05d", 10000+random.IntN(89999)), Length: fmt.Sprintf("%.1f m", length), Height: fmt.Sprintf("%.1f m", 1.4+random.Float64()/2), Weight: fmt.Sprintf("%.1f t", 1.2+random.Float64()), Booking: firstID + uint64(i)*2}
		switch i {
		case 97:
			v.Plate, v.Length, v.Height, v.Weight, v.Goods = "ND73310", "17.4 m", "4.0 m", "38.9 t", "UN 1203 petrol, 24 000 l"
			length = 17.4
		case 131:
			v.Plate, v.Weight, v.Goods = "ND20847", "1.4 t", "bees, 40 hives: open deck, not beside the funnel"
		case 160:
			v.Plate, v.Lane, v.Class = rows[97].Plate, "B5", "r again"
		}
		metres += length
		rows = append(rows, v)
	}
	manifestPage.Execute(w, map[string]any{"ID": r.PathValue("sailing"), "From": ports[0], "To": ports[3], "Departs": "14 May 2026 09:25", "Rows": rows, "Metres": fmt.Sprintf("%.1f", metres), "Limit": "1240.0"})
}
