package json

import (
	"os"
	"strconv"
)

func P(name string, def float64) float64 {
	if s := os.Getenv("P_" + name); s != "" {
		f, _ := strconv.ParseFloat(s, 64)
		return f
	}
	return def
}

var (
	pTail = P("tail", 1e9)
	pNum  = P("num", 1)
	pCut  = P("cut", 0)
	pDup  = P("dup", 1)

	pInner    = P("inner", 0.92)
	pDepth    = P("depth", 0.8)
	pId       = P("id", 0.5)
	pIdBoost  = P("idboost", 0.9)
	pOther    = P("other", 0.35)
	pRare     = P("rare", 0.9)
	pBoost    = P("boost", 0.25)
	pTop      = P("top", 0.5)
	pTopIn    = P("topin", 1)
	pTopInner = P("topinner", 0.92)
	pUp       = P("up", 0.6)
	pFirst    = P("first", 1.25)
	pLast     = P("last", 1.15)
	pProse    = P("prose", 0.55)
	pTopProse = P("topprose", 0.35)
	pHead     = P("head", 0.5)
	pStat     = P("stat", 0.75)
	pSev      = P("sev", 0.25)
	pKeyW     = P("keyw", 1.0)
)
