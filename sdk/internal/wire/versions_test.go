package wire

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/riffle-dev/riffle/sdk"
	pluginv1 "github.com/riffle-dev/riffle/sdk/proto/riffle/plugin/v1"
)

// first is the protocol as the first release had it. The file never changes.
func first(t *testing.T) protoreflect.FileDescriptor {
	t.Helper()
	raw, err := os.ReadFile("testdata/plugin_v1_first.binpb")
	require.NoError(t, err)
	var set descriptorpb.FileDescriptorSet
	require.NoError(t, proto.Unmarshal(raw, &set))
	f, err := protodesc.NewFile(set.GetFile()[0], nil)
	require.NoError(t, err)
	return f
}

func TestTheProtocolHasOnlyGrown(t *testing.T) {
	old, now := first(t), pluginv1.File_riffle_plugin_v1_plugin_proto
	for i := range old.Services().Len() {
		methods := now.Services().ByName(old.Services().Get(i).Name()).Methods()
		for k := range old.Services().Get(i).Methods().Len() {
			m := old.Services().Get(i).Methods().Get(k)
			kept := methods.ByName(m.Name())
			require.NotNil(t, kept, m.FullName())
			assert.Equal(t, m.Input().FullName(), kept.Input().FullName())
			assert.Equal(t, m.Output().FullName(), kept.Output().FullName())
		}
	}
	for i := range old.Enums().Len() {
		for k := range old.Enums().Get(i).Values().Len() {
			v := old.Enums().Get(i).Values().Get(k)
			kept := now.Enums().ByName(old.Enums().Get(i).Name()).Values().ByNumber(v.Number())
			require.NotNil(t, kept, v.FullName())
			assert.Equal(t, v.Name(), kept.Name())
		}
	}
	fields := 0
	for i := range old.Messages().Len() {
		message := now.Messages().ByName(old.Messages().Get(i).Name())
		require.NotNil(t, message, old.Messages().Get(i).FullName())
		for k := range old.Messages().Get(i).Fields().Len() {
			f := old.Messages().Get(i).Fields().Get(k)
			kept := message.Fields().ByNumber(f.Number())
			require.NotNil(t, kept, f.FullName())
			assert.Equal(t, fmt.Sprint(f.Name(), f.Kind(), f.Cardinality(), f.IsMap()), fmt.Sprint(kept.Name(), kept.Kind(), kept.Cardinality(), kept.IsMap()))
			fields++
		}
	}
	assert.Greater(t, fields, 50)
}

// filled sets every field of m to a value that is not its default.
func filled(m protoreflect.Message) protoreflect.Message {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		switch {
		case f.IsMap():
			m.Mutable(f).Map().Set(protoreflect.ValueOfString("k").MapKey(), protoreflect.ValueOfString("v"))
		case f.IsList():
			m.Mutable(f).List().Append(some(m.NewField(f).List().NewElement(), f))
		default:
			m.Set(f, some(m.NewField(f), f))
		}
	}
	return m
}

func some(v protoreflect.Value, f protoreflect.FieldDescriptor) protoreflect.Value {
	switch f.Kind() {
	case protoreflect.MessageKind:
		return protoreflect.ValueOfMessage(filled(v.Message()))
	case protoreflect.EnumKind:
		return protoreflect.ValueOfEnum(1)
	case protoreflect.StringKind:
		return protoreflect.ValueOfString("s")
	case protoreflect.BytesKind:
		return protoreflect.ValueOfBytes([]byte("b"))
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(true)
	case protoreflect.DoubleKind:
		return protoreflect.ValueOfFloat64(0.25)
	case protoreflect.Int64Kind:
		return protoreflect.ValueOfInt64(7)
	case protoreflect.Sint32Kind:
		return protoreflect.ValueOfInt32(7)
	}
	panic("no value for fields of kind " + f.Kind().String())
}

// known is what m says in the fields that old knows, as text.
func known(m protoreflect.Message, old protoreflect.MessageDescriptor) string {
	out := ""
	for i := range old.Fields().Len() {
		f := old.Fields().Get(i)
		mine := m.Descriptor().Fields().ByNumber(f.Number())
		switch {
		case f.Kind() == protoreflect.MessageKind && !f.IsMap():
			out += fmt.Sprintf("%s{%s} ", f.Name(), known(m.Get(mine).Message(), f.Message()))
		case f.IsMap():
			m.Get(mine).Map().Range(func(k protoreflect.MapKey, v protoreflect.Value) bool {
				out += fmt.Sprintf("%s[%s]=%s ", f.Name(), k.String(), v.String())
				return true
			})
		case f.IsList():
			list := m.Get(mine).List()
			for k := range list.Len() {
				out += fmt.Sprintf("%s[%d]=%v ", f.Name(), k, list.Get(k).Interface())
			}
		default:
			out += fmt.Sprintf("%s=%v ", f.Name(), m.Get(mine).Interface())
		}
	}
	return out
}

func TestOldAndNewSidesReadEachOther(t *testing.T) {
	old, now := first(t), pluginv1.File_riffle_plugin_v1_plugin_proto
	carry := func(from, to protoreflect.Message) {
		raw, err := proto.Marshal(from.Interface())
		require.NoError(t, err)
		require.NoError(t, proto.Unmarshal(raw, to.Interface()))
	}
	for i := range old.Messages().Len() {
		before := old.Messages().Get(i)
		after := now.Messages().ByName(before.Name())
		t.Run(string(before.Name()), func(t *testing.T) {
			sent, got := filled(dynamicpb.NewMessage(after)), dynamicpb.NewMessage(before)
			carry(sent, got)
			assert.Equal(t, known(sent, before), known(got, before), "a new side to an old one")

			sent, got = filled(dynamicpb.NewMessage(before)), dynamicpb.NewMessage(after)
			carry(sent, got)
			assert.Equal(t, known(sent, before), known(got, before), "an old side to a new one")
			for k := range after.Fields().Len() {
				if f := after.Fields().Get(k); before.Fields().ByNumber(f.Number()) == nil {
					assert.False(t, got.Has(f), "%s stays empty", f.Name())
				}
			}
		})
	}
}

func TestWhatALaterReleaseAddsIsIgnored(t *testing.T) {
	later := func(m proto.Message) []byte {
		raw, err := proto.Marshal(m)
		require.NoError(t, err)
		raw = protowire.AppendTag(raw, 900, protowire.BytesType)
		raw = protowire.AppendString(raw, "what no one here knows")
		raw = protowire.AppendTag(raw, 901, protowire.VarintType)
		return protowire.AppendVarint(raw, 1<<40)
	}
	info := sdk.Info{Name: "csv", Version: "1.0.0", Kinds: []string{"csv"}, Magic: []string{"\x89??"}, Priority: -5, Stability: sdk.Stable}
	var described pluginv1.DescribeResponse
	require.NoError(t, proto.Unmarshal(later(DescribeProcessor(info)), &described))
	assert.Equal(t, info, Processor(&described))

	about := sdk.EstimatorInfo{Name: "x", Version: "1.0.0", Encoding: "e", Margin: 0.5, Stability: sdk.Beta, ExactUpTo: 32 << 10, PerText: 4}
	described.Reset()
	require.NoError(t, proto.Unmarshal(later(DescribeEstimator(about)), &described))
	assert.Equal(t, about, Estimator(&described))

	content := []byte("one\ntwo\n")
	request, err := EncodeRequest(&sdk.Request{Content: content, Kind: "log", Evidence: []sdk.Span{{Start: 4, End: 7}}})
	require.NoError(t, err)
	var m pluginv1.ProcessRequest
	require.NoError(t, proto.Unmarshal(later(request), &m))
	req, err := DecodeRequest(&m)
	require.NoError(t, err)
	assert.Equal(t, []sdk.Span{{Start: 4, End: 7}}, req.Evidence)

	plan := sdk.Plan{Units: []sdk.Unit{{Span: sdk.Span{Start: 0, End: 3}, Group: -1, Parts: 1}}, Order: []int{0}}
	reply, err := EncodeReply(&plan, nil)
	require.NoError(t, err)
	var r pluginv1.ProcessResponse
	require.NoError(t, proto.Unmarshal(later(reply), &r))
	got, err := DecodeReply(&r)
	require.NoError(t, err)
	assert.Equal(t, plan.Units, got.Units)

	sample := sdk.Sample{Head: content, Bytes: 8, Kind: "log", Tool: "bash", Command: "cat x"}
	var ask pluginv1.MatchRequest
	require.NoError(t, proto.Unmarshal(later(EncodeSample(sample)), &ask))
	assert.Equal(t, sample, DecodeSample(&ask))
}
