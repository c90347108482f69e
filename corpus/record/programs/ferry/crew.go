package main

import (
	"fmt"
	"math/rand/v2"
)

type certificate struct {
	Kind    string `json:"種別"`
	Number  string `json:"番号"`
	Expires string `json:"有効期限"`
}

type sailor struct {
	ID    int           `json:"id"`
	Name  string        `json:"氏名"`
	Ship  string        `json:"船"`
	Post  string        `json:"職"`
	Certs []certificate `json:"証書"`
	Hours int           `json:"今月時間"`
	Memo  string        `json:"備考,omitempty"`
}

var (
	surnames = []string{"青木", "石田", "上野", "江口", "小川", "加藤", "木村", "久保", "김", "박", "이", "陈", "林", "王"}
	given    = []string{"海斗", "美咲", "健一", "由美", "翔", "千尋", "민준", "서연", "志明", "晓燕"}
	vessels  = []string{"はやかぜ丸", "しおさい丸", "みなと丸", "からす島丸"}
	posts    = []string{"船長", "一等航海士", "機関長", "甲板員", "司厨員", "事務員"}
)

func crew(int) any {
	r := rand.New(rand.NewPCG(2, 12))
	var list []sailor
	for i := range 110 {
		s := sailor{ID: 5001 + i, Name: surnames[r.IntN(len(surnames))] + " " + given[r.IntN(len(given))], Ship: vessels[i%4], Post: posts[r.IntN(len(posts))], Hours: 120 + r.IntN(50)}
		s.Certs = []certificate{
			{"海技士免状", fmt.Sprintf("K-%06d", 310000+r.IntN(9999)), fmt.Sprintf("%d-%02d-28", 2027+r.IntN(3), 1+r.IntN(12))},
			{"健康診断", fmt.Sprintf("H-%05d", 40000+r.IntN(9999)), fmt.Sprintf("2026-%02d-15", 6+r.IntN(7))},
		}
		list = append(list, s)
	}
	list[46].Certs[0].Expires, list[46].Certs[0].Number = "2026-04-30", "K-316602"
	list[46].Name, list[46].Post = "江口 千尋", "一等航海士"
	list[58].Hours, list[58].Name = 233, "박 민준"
	list[71].Memo = "右手を負傷、六月十日まで係船作業に就かないこと。代わりは久保 翔。"
	list[82].Memo = "从台风避难港返回途中，主机油压两次低于0.25兆帕，已更换滤器。"
	list[82].Name = "陈 志明"
	return map[string]any{"件数": len(list), "基準日": "2026-05-14", "乗組員": list}
}
