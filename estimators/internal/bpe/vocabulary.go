package bpe

import loader "github.com/pkoukk/tiktoken-go-loader"

// vocabulary holds the tokens of an encoding by their bytes.
type vocabulary struct {
	ranks map[string]int
}

func (v *vocabulary) rank(token []byte) (uint32, bool) {
	r, ok := v.ranks[string(token)]
	return uint32(r), ok
}

func load(name string) *vocabulary {
	ranks, err := loader.NewOfflineLoader().LoadTiktokenBpe(name + ".tiktoken")
	if err != nil {
		panic("bpe: " + err.Error())
	}
	return &vocabulary{ranks}
}
