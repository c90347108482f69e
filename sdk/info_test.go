package sdk

import (
	"math"
	"strings"
	"testing"
)

func TestCheckInfoSaysWhatIsWrong(t *testing.T) {
	good := Info{
		Name: "csv", Version: "1.0.0-rc.1+b2", Summary: "tables", Kinds: []string{"csv", KindLog},
		Magic: []string{"id,????"}, Priority: 10, Stability: Beta,
	}
	if err := CheckInfo(good); err != nil {
		t.Fatal(err)
	}
	if own := good.OwnKinds(); len(own) != 1 || own[0] != "csv" {
		t.Errorf("own kinds %q", own)
	}
	for name, test := range map[string]struct {
		change func(*Info)
		says   string
	}{
		"no name":                    {func(i *Info) { i.Name = "" }, `the name ""`},
		"a name with a slash":        {func(i *Info) { i.Name = "a/b" }, `the name "a/b"`},
		"a name with a hyphen first": {func(i *Info) { i.Name = "-a" }, `the name "-a"`},
		"a name of 65 bytes":         {func(i *Info) { i.Name = strings.Repeat("a", 65) }, "the name"},
		"a version with a v":         {func(i *Info) { i.Version = "v1.0.0" }, `the version "v1.0.0"`},
		"a version of two parts":     {func(i *Info) { i.Version = "1.0" }, `the version "1.0"`},
		"a version with a zero":      {func(i *Info) { i.Version = "1.00.0" }, `the version "1.00.0"`},
		"a version with a slash":     {func(i *Info) { i.Version = "1.0.0-../x" }, "the version"},
		"an empty suffix":            {func(i *Info) { i.Version = "1.0.0-" }, "the version"},
		"a summary of two lines":     {func(i *Info) { i.Summary = "a\nb" }, "the summary has 3 bytes"},
		"a long summary":             {func(i *Info) { i.Summary = strings.Repeat("a", 161) }, "the summary has 161 bytes"},
		"an unknown stability":       {func(i *Info) { i.Stability = "solid" }, `the stability "solid"`},
		"no kinds":                   {func(i *Info) { i.Kinds = nil }, "0 kinds"},
		"many kinds":                 {func(i *Info) { i.Kinds = make([]string, 17) }, "17 kinds"},
		"a kind with a space":        {func(i *Info) { i.Kinds[0] = "c s" }, `the kind "c s"`},
		"much magic":                 {func(i *Info) { i.Magic = make([]string, 17) }, "17 magic prefixes"},
		"empty magic":                {func(i *Info) { i.Magic = []string{""} }, `the magic ""`},
		"magic for everything":       {func(i *Info) { i.Magic = []string{"??"} }, `the magic "??"`},
		"long magic":                 {func(i *Info) { i.Magic = []string{strings.Repeat("a", 65)} }, "the magic"},
		"magic without its own kind": {func(i *Info) { i.Kinds = []string{KindLog} }, "magic without a kind of its own"},
		"a high priority":            {func(i *Info) { i.Priority = 1001 }, "the priority 1001"},
	} {
		i := good
		i.Kinds = append([]string(nil), good.Kinds...)
		test.change(&i)
		if err := CheckInfo(i); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCheckEstimatorInfoSaysWhatIsWrong(t *testing.T) {
	good := EstimatorInfo{Name: "chars", Version: "1.0.0", Encoding: "o200k_base", Margin: 0.5}
	if err := CheckEstimatorInfo(good); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		change func(*EstimatorInfo)
		says   string
	}{
		"a bad name":                {func(i *EstimatorInfo) { i.Name = "Chars" }, `the name "Chars"`},
		"no encoding":               {func(i *EstimatorInfo) { i.Encoding = "" }, "the encoding"},
		"a margin that is no share": {func(i *EstimatorInfo) { i.Margin = 12 }, "the margin 12"},
		"a margin that is none":     {func(i *EstimatorInfo) { i.Margin = math.NaN() }, "the margin NaN"},
		"exact up to too little":    {func(i *EstimatorInfo) { i.ExactUpTo = 1 }, "exact up to 1 bytes"},
		"exact up to a negative":    {func(i *EstimatorInfo) { i.ExactUpTo = -1 }, "exact up to -1 bytes"},
		"too much for every text":   {func(i *EstimatorInfo) { i.PerText = 1 << 20 }, "1048576 tokens for every text"},
		"less than none for a text": {func(i *EstimatorInfo) { i.PerText = -1 }, "-1 tokens for every text"},
		"exact with a margin":       {func(i *EstimatorInfo) { i.Exact = true }, "exact counts have none"},
	} {
		i := good
		test.change(&i)
		if err := CheckEstimatorInfo(i); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMagicFits(t *testing.T) {
	for _, test := range []struct {
		magic, content string
		want           bool
	}{
		{"diff --git ", "diff --git a/x b/x\n", true},
		{"diff --git ", "diff --cc x\n", false},
		{"diff --git ", "diff", false},
		{"1..?", "1..9\n", true},
		{"1..?", "1..", false},
		{"\x89PNG", "\x89PNG\r\n", true},
	} {
		if got := MagicFits(test.magic, []byte(test.content)); got != test.want {
			t.Errorf("%q on %q: %v", test.magic, test.content, got)
		}
	}
}
