package wire

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	pluginv1 "github.com/riffle-dev/riffle/sdk/proto/riffle/plugin/v1"
)

func fullRequest() *pluginv1.ProcessRequest {
	return &pluginv1.ProcessRequest{
		Content: []byte("one two three"), Kind: "log", Tool: "bash", Command: "make", MaxTokens: 1536,
		EvidenceStart: []int32{4, -4}, EvidenceLength: []int32{3, 3}, Options: map[string]string{"a": "b"},
	}
}

// frames cuts data as a transport does.
func frames(data []byte, size int) mem.BufferSlice {
	var out mem.BufferSlice
	for len(data) > size {
		out = append(out, mem.SliceBuffer(data[:size]))
		data = data[size:]
	}
	return append(out, mem.SliceBuffer(data))
}

func TestTheCodecIsProtobuf(t *testing.T) {
	for name, m := range map[string]*pluginv1.ProcessRequest{
		"full": fullRequest(), "empty": {}, "content alone": {Content: []byte("x")}, "no content": {Kind: "log"},
	} {
		t.Run(name, func(t *testing.T) {
			want := proto.Clone(m)
			out, err := Codec{}.Marshal(m)
			require.NoError(t, err)
			assert.True(t, proto.Equal(want, m), "the message is as it was")
			plain := &pluginv1.ProcessRequest{}
			require.NoError(t, proto.Unmarshal(out.Materialize(), plain))
			assert.True(t, proto.Equal(want, plain), "any implementation reads what the codec writes")

			data, err := proto.Marshal(m)
			require.NoError(t, err)
			for _, size := range []int{1, 2, 7, 1000} {
				got := &pluginv1.ProcessRequest{}
				require.NoError(t, Codec{}.Unmarshal(frames(data, size), got))
				assert.True(t, proto.Equal(want, got), "the codec reads what any implementation writes")
			}
		})
	}
}

func TestTheCodecSendsContentWithoutACopy(t *testing.T) {
	m := fullRequest()
	out, err := Codec{}.Marshal(m)
	require.NoError(t, err)
	last := out[len(out)-1].ReadOnlyData()
	assert.Same(t, &m.Content[0], &last[0])
}

func TestTheCodecAllocatesContentOnce(t *testing.T) {
	m := &pluginv1.ProcessRequest{Content: make([]byte, 8<<20)}
	out, err := Codec{}.Marshal(m)
	require.NoError(t, err)
	result := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := (Codec{}).Unmarshal(out, &pluginv1.ProcessRequest{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	assert.Less(t, result.AllocedBytesPerOp(), int64(9<<20))
}

func TestOtherMessagesTakeThePlainCodec(t *testing.T) {
	m := &pluginv1.CountTokensRequest{Texts: [][]byte{[]byte("a"), nil}}
	out, err := Codec{}.Marshal(m)
	require.NoError(t, err)
	got := &pluginv1.CountTokensRequest{}
	require.NoError(t, Codec{}.Unmarshal(out, got))
	assert.True(t, proto.Equal(m, got))
}

func TestTheCodecRefuses(t *testing.T) {
	field := func(n protowire.Number, kind protowire.Type, rest ...byte) []byte {
		return append(protowire.AppendTag(nil, n, kind), rest...)
	}
	for name, data := range map[string][]byte{
		"a cut tag":               {0x80},
		"a cut length":            field(1, protowire.BytesType, 0x80),
		"more content than there": field(1, protowire.BytesType, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f),
		"more text than there":    field(2, protowire.BytesType, 5, 'a'),
		"a long number":           field(5, protowire.VarintType, []byte(strings.Repeat("\xff", 11))...),
		"a group":                 field(9, protowire.StartGroupType),
		"a cut fixed number":      field(9, protowire.Fixed64Type, 1, 2),
		"field number zero":       {0x02, 0x00},
		"text that is not UTF-8":  field(2, protowire.BytesType, 1, 0xff),
		"much beside the content": append(field(9, protowire.BytesType), protowire.AppendBytes(nil, make([]byte, maxBeside+1))...),
	} {
		assert.Error(t, Codec{}.Unmarshal(frames(data, 3), &pluginv1.ProcessRequest{}), name)
	}
}

func TestUnknownFieldsAreForLaterVersions(t *testing.T) {
	data, err := proto.Marshal(fullRequest())
	require.NoError(t, err)
	data = protowire.AppendTag(data, 99, protowire.BytesType)
	data = protowire.AppendString(data, "new")
	data = protowire.AppendTag(data, 98, protowire.Fixed32Type)
	data = protowire.AppendFixed32(data, 7)
	got := &pluginv1.ProcessRequest{}
	require.NoError(t, Codec{}.Unmarshal(frames(data, 5), got))
	assert.Equal(t, fullRequest().GetContent(), got.GetContent())
	assert.Equal(t, "bash", got.GetTool())
}

// FuzzCodec compares the codec with the plain one.
func FuzzCodec(f *testing.F) {
	data, err := proto.Marshal(fullRequest())
	require.NoError(f, err)
	f.Add(data, 3)
	f.Add([]byte{0x0a, 0x00, 0x0a, 0x01, 'x'}, 1)
	f.Fuzz(func(t *testing.T, data []byte, size int) {
		got, want := &pluginv1.ProcessRequest{}, &pluginv1.ProcessRequest{}
		err := Codec{}.Unmarshal(frames(data, max(1, size)), got)
		if err != nil {
			return
		}
		require.NoError(t, proto.Unmarshal(data, want), "the codec takes nothing that protobuf refuses")
		got.ProtoReflect().SetUnknown(nil)
		want.ProtoReflect().SetUnknown(nil)
		require.True(t, proto.Equal(want, got))
	})
}
