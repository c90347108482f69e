package wire

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/riffle-dev/riffle/sdk"
	pluginv1 "github.com/riffle-dev/riffle/sdk/proto/riffle/plugin/v1"
)

// random makes values of every field, within and beyond the contract.
type random struct{ *rand.Rand }

func (r random) number() int { return r.IntN(1<<20) - 1000 }

func (r random) text() string {
	return []string{"", "", "a", "level=warn é", strings.Repeat("x", 300), "\t"}[r.IntN(6)]
}

func (r random) span() sdk.Span { return sdk.Span{Start: r.number(), End: r.number()} }

func many[T any](r random, n int, f func() T) []T {
	var out []T
	for range r.IntN(n + 1) {
		out = append(out, f())
	}
	return out
}

func (r random) plan() sdk.Plan {
	few := r.IntN(4) // columns that are empty in some plans
	p := sdk.Plan{Complete: r.IntN(2) == 0, Summary: r.text(), Notes: many(r, sdk.MaxNotes, r.text), Order: many(r, 20, r.number)}
	p.Groups = many(r, 5, func() sdk.Group {
		return sdk.Group{Ref: r.text(), Unit: r.text(), Parent: r.number(), Item: r.number(), Span: r.span(), Total: r.number(), Named: r.IntN(2) == 0}
	})
	p.Units = many(r, 20, func() sdk.Unit {
		u := sdk.Unit{Span: r.span(), Group: -1}
		if few > 0 {
			u.Text, u.Sep, u.Group, u.Row = r.text(), r.text(), r.number(), r.number()
		}
		if few > 1 {
			u.Item, u.Part, u.Parts = r.number(), r.number(), r.number()
			u.Needs = many(r, 3, r.number)
		}
		if few > 2 {
			u.From, u.Copies = many(r, 3, r.span), many(r, 3, r.span)
		}
		return u
	})
	return p
}

// overTheWire encodes and decodes a message.
func overTheWire[T proto.Message](t testing.TB, m, into T) T {
	data, err := proto.Marshal(m)
	require.NoError(t, err)
	require.NoError(t, proto.Unmarshal(data, into))
	return into
}

// TestNoFieldIsForgotten fills every field of a plan, also those that are added
// later, and misses the ones that the wire does not carry.
func TestNoFieldIsForgotten(t *testing.T) {
	var p sdk.Plan
	fill(reflect.ValueOf(&p).Elem())
	m, err := EncodeReply(&p, nil)
	require.NoError(t, err)
	got, err := DecodeReply(overTheWire(t, m, &pluginv1.ProcessResponse{}))
	require.NoError(t, err)
	require.Equal(t, p, got)
}

// fill gives every field a value that is not its zero; slices get one element.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Int:
		v.SetInt(3)
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	}
}

func TestAPlanComesBackAsItWas(t *testing.T) {
	for seed := range uint64(2000) {
		p := random{rand.New(rand.NewPCG(seed, 0))}.plan()
		m, err := EncodeReply(&p, nil)
		require.NoError(t, err)
		got, err := DecodeReply(overTheWire(t, m, &pluginv1.ProcessResponse{}))
		require.NoError(t, err)
		require.Equal(t, p, got, "seed %d", seed)
	}
}

func TestARequestComesBackAsItWas(t *testing.T) {
	for seed := range uint64(500) {
		r := random{rand.New(rand.NewPCG(seed, 1))}
		req := sdk.Request{Content: []byte(strings.Repeat("word ", 1+r.IntN(1000))), Kind: r.text(), Tool: r.text(), Command: r.text(), MaxTokens: r.IntN(1 << 40)}
		req.Evidence = many(r, 20, func() sdk.Span {
			a := r.IntN(len(req.Content))
			return sdk.Span{Start: a, End: a + r.IntN(len(req.Content)-a+1)}
		})
		if r.IntN(2) == 0 {
			req.Options = map[string]string{"a": r.text(), "b": r.text()}
		}
		m, err := EncodeRequest(&req)
		require.NoError(t, err)
		got, err := DecodeRequest(overTheWire(t, m, &pluginv1.ProcessRequest{}))
		require.NoError(t, err)
		require.Equal(t, req, got, "seed %d", seed)
	}
}

func TestContentIsNotCopied(t *testing.T) {
	req := sdk.Request{Content: []byte("abc")}
	m, err := EncodeRequest(&req)
	require.NoError(t, err)
	got, err := DecodeRequest(m)
	require.NoError(t, err)
	assert.Same(t, &req.Content[0], &got.Content[0])
}

func TestDeclinesKeepTheirReason(t *testing.T) {
	for _, test := range []struct {
		err  error
		want string
	}{
		{sdk.ErrDeclined, "sdk: processor declined"},
		{fmt.Errorf("%w: no table", sdk.ErrDeclined), "sdk: processor declined: no table"},
		{fmt.Errorf("csv: %w", sdk.ErrDeclined), "sdk: processor declined: csv: sdk: processor declined"},
		{fmt.Errorf("%w: \xff", sdk.ErrDeclined), "sdk: processor declined"},
	} {
		m, err := EncodeReply(nil, test.err)
		require.NoError(t, err)
		_, err = DecodeReply(overTheWire(t, m, &pluginv1.ProcessResponse{}))
		require.ErrorIs(t, err, sdk.ErrDeclined)
		assert.Equal(t, test.want, err.Error())
	}
	long := EncodeDeclined(fmt.Errorf("%w: %s", sdk.ErrDeclined, strings.Repeat("é", 1000)))
	assert.LessOrEqual(t, len(long.GetReason()), MaxReason)
}

func TestErrorsAreNoReplies(t *testing.T) {
	boom := errors.New("boom")
	_, err := EncodeReply(&sdk.Plan{}, boom)
	require.ErrorIs(t, err, boom)
}

func TestNumbersThatNoContentHasAreRefused(t *testing.T) {
	huge := sdk.Span{Start: 1 << 40, End: 1<<40 + 1}
	for name, p := range map[string]sdk.Plan{
		"span":   {Units: []sdk.Unit{{Span: huge}}},
		"row":    {Units: []sdk.Unit{{Row: 1 << 40}}},
		"needs":  {Units: []sdk.Unit{{Needs: []int{1 << 40}}}},
		"from":   {Units: []sdk.Unit{{From: []sdk.Span{huge}}}},
		"copies": {Units: []sdk.Unit{{Copies: []sdk.Span{huge}}}},
		"total":  {Groups: []sdk.Group{{Total: 1 << 40}}},
		"order":  {Order: []int{-1 << 40}},
	} {
		_, err := EncodePlan(&p)
		assert.ErrorIs(t, err, ErrInvalid, name)
	}
	_, err := EncodeRequest(&sdk.Request{Evidence: []sdk.Span{huge}})
	assert.ErrorIs(t, err, ErrInvalid)
}

func TestColumnsThatDoNotAgreeAreRefused(t *testing.T) {
	one, two := []int32{1}, []int32{1, 1}
	units := func(change func(u *pluginv1.Units)) *pluginv1.Plan {
		u := &pluginv1.Units{Start: two, Length: two}
		change(u)
		return &pluginv1.Plan{Units: u}
	}
	groups := func(change func(g *pluginv1.Groups)) *pluginv1.Plan {
		g := &pluginv1.Groups{Ref: []string{"a"}, Unit: []string{"b"}, Parent: one, Start: one, Length: one, Total: one, Named: []bool{true}, Item: one}
		change(g)
		return &pluginv1.Plan{Groups: g}
	}
	for name, m := range map[string]*pluginv1.Plan{
		"lengths":           units(func(u *pluginv1.Units) { u.Length = one }),
		"no lengths":        units(func(u *pluginv1.Units) { u.Length = nil }),
		"groups":            units(func(u *pluginv1.Units) { u.Group = one }),
		"items":             units(func(u *pluginv1.Units) { u.Item = one }),
		"rows":              units(func(u *pluginv1.Units) { u.Row = one }),
		"part":              units(func(u *pluginv1.Units) { u.Part = one }),
		"parts":             units(func(u *pluginv1.Units) { u.Parts = one }),
		"texts":             units(func(u *pluginv1.Units) { u.TextUnit = two }),
		"a text of no unit": units(func(u *pluginv1.Units) { u.TextUnit, u.Text = []int32{2}, []string{"a"} }),
		"a text before all": units(func(u *pluginv1.Units) { u.TextUnit, u.Text = []int32{-1}, []string{"a"} }),
		"two texts of one":  units(func(u *pluginv1.Units) { u.TextUnit, u.Text = []int32{0, 0}, []string{"a", "b"} }),
		"separators":        units(func(u *pluginv1.Units) { u.Separator = one }),
		"no such separator": units(func(u *pluginv1.Units) { u.Separator, u.Separators = two, []string{""} }),
		"negative sep":      units(func(u *pluginv1.Units) { u.Separator, u.Separators = []int32{0, -1}, []string{""} }),
		"needs too few":     units(func(u *pluginv1.Units) { u.NeedsCount, u.Needs = two, one }),
		"needs of nobody":   units(func(u *pluginv1.Units) { u.Needs = one }),
		"negative needs":    units(func(u *pluginv1.Units) { u.NeedsCount, u.Needs = []int32{2, -1}, one }),
		"huge needs":        units(func(u *pluginv1.Units) { u.NeedsCount = []int32{1 << 30, 1 << 30} }),
		"from":              units(func(u *pluginv1.Units) { u.FromCount, u.FromStart, u.FromLength = two, two, one }),
		"from of nobody":    units(func(u *pluginv1.Units) { u.FromStart, u.FromLength = one, one }),
		"copies count":      units(func(u *pluginv1.Units) { u.CopiesCount = one }),
		"copies of nobody":  units(func(u *pluginv1.Units) { u.CopiesStart, u.CopiesLength = one, one }),
		"group units":       groups(func(g *pluginv1.Groups) { g.Unit = nil }),
		"group parents":     groups(func(g *pluginv1.Groups) { g.Parent = two }),
		"group starts":      groups(func(g *pluginv1.Groups) { g.Start = nil }),
		"group lengths":     groups(func(g *pluginv1.Groups) { g.Length = nil }),
		"group totals":      groups(func(g *pluginv1.Groups) { g.Total = nil }),
		"group names":       groups(func(g *pluginv1.Groups) { g.Named = nil }),
		"too many units":    {Units: &pluginv1.Units{Start: make([]int32, sdk.MaxUnits+1), Length: make([]int32, sdk.MaxUnits+1)}},
		"too many groups":   {Groups: &pluginv1.Groups{Ref: make([]string, maxGroups+1)}},
		"too long an order": {Order: make([]int32, sdk.MaxUnits+1)},
		"too many notes":    {Notes: make([]string, sdk.MaxNotes+1)},
	} {
		_, err := DecodePlan(m)
		assert.ErrorIs(t, err, ErrInvalid, name)
	}
	_, err := DecodePlan(units(func(*pluginv1.Units) {}))
	require.NoError(t, err, "what the table changes is valid")
	_, err = DecodePlan(groups(func(*pluginv1.Groups) {}))
	require.NoError(t, err)
	_, err = DecodeReply(&pluginv1.ProcessResponse{})
	assert.ErrorIs(t, err, ErrInvalid, "no outcome")
	_, err = DecodeCounts(&pluginv1.CountTokensResponse{Counts: []int64{1}}, [][]byte{nil, nil})
	assert.ErrorIs(t, err, ErrInvalid)
}

func TestEvidenceOutsideOfTheContentIsRefused(t *testing.T) {
	for name, m := range map[string]*pluginv1.ProcessRequest{
		"lengths": {Content: []byte("abc"), EvidenceStart: []int32{1, 1}, EvidenceLength: []int32{1}},
		"before":  {Content: []byte("abc"), EvidenceStart: []int32{-1}, EvidenceLength: []int32{1}},
		"after":   {Content: []byte("abc"), EvidenceStart: []int32{1}, EvidenceLength: []int32{3}},
		"reverse": {Content: []byte("abc"), EvidenceStart: []int32{1}, EvidenceLength: []int32{-1}},
	} {
		_, err := DecodeRequest(m)
		assert.ErrorIs(t, err, ErrInvalid, name)
	}
}

// An honest plan of the largest size must fit the smallest cap.
func TestALargePlanFitsTheReplyCap(t *testing.T) {
	const line = 40
	p := sdk.Plan{Units: make([]sdk.Unit, sdk.MaxUnits), Order: make([]int, sdk.MaxUnits)}
	r := rand.New(rand.NewPCG(1, 1))
	for i := range p.Units {
		p.Units[i] = sdk.Unit{Span: sdk.Span{Start: i * line, End: i*line + line - 1}, Text: strings.Repeat("t", line), Row: i, Parts: 1, Needs: []int{r.IntN(sdk.MaxUnits)}}
		p.Order[i] = i
	}
	r.Shuffle(len(p.Order), func(i, j int) { p.Order[i], p.Order[j] = p.Order[j], p.Order[i] })
	m, err := EncodeReply(&p, nil)
	require.NoError(t, err)
	assert.Less(t, proto.Size(m), MaxReply(0))
}

func FuzzDecodeReply(f *testing.F) {
	for seed := range uint64(5) {
		p := random{rand.New(rand.NewPCG(seed, 2))}.plan()
		m, _ := EncodeReply(&p, nil)
		data, err := proto.Marshal(m)
		require.NoError(f, err)
		f.Add(data)
	}
	content := []byte("one two\nthree four\n")
	f.Fuzz(func(t *testing.T, data []byte) {
		m := &pluginv1.ProcessResponse{}
		if proto.Unmarshal(data, m) != nil {
			return
		}
		p, err := DecodeReply(m)
		if err != nil {
			return
		}
		_ = sdk.CheckPlan(sdk.Request{Content: content}, &p)
		back, err := EncodeReply(&p, nil)
		if err != nil {
			return // sums of columns may leave 32 bits
		}
		again, err := DecodeReply(back)
		require.NoError(t, err)
		require.Equal(t, p.Units, again.Units)
		require.Equal(t, p.Order, again.Order)
		require.Equal(t, p.Groups, again.Groups)
	})
}
