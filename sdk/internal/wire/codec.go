package wire

import (
	"fmt"
	"io"

	"google.golang.org/grpc/encoding"
	grpcproto "google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	pluginv1 "github.com/riffle-dev/riffle/sdk/proto/riffle/plugin/v1"
)

// contentField is the number of ProcessRequest.content.
const contentField = 1

// maxBeside bounds what a request may carry beside its content.
const maxBeside = MaxMessage - MaxContent

// Codec is the protobuf codec of gRPC but for the content of a request: sending
// hands the caller's bytes to the transport as they are, and receiving copies
// them once, out of the frames into a slice of their size. The plain codec makes
// one copy more on each side, up to 64 MiB each. The bytes on the wire are the same
// as those of any protobuf implementation.
type Codec struct{}

var _ encoding.CodecV2 = Codec{}

// Name is that of the protobuf codec, so that other implementations understand it.
func (Codec) Name() string { return grpcproto.Name }

// Marshal encodes a message. It takes the content out of a request for the time
// of the call, so a request must not be shared.
func (Codec) Marshal(v any) (mem.BufferSlice, error) {
	m, ok := v.(*pluginv1.ProcessRequest)
	if !ok || len(m.Content) == 0 {
		return encoding.GetCodecV2(grpcproto.Name).Marshal(v)
	}
	content := m.Content
	m.Content = nil
	beside, err := proto.Marshal(m)
	m.Content = content
	if err != nil {
		return nil, err
	}
	beside = protowire.AppendTag(beside, contentField, protowire.BytesType)
	beside = protowire.AppendVarint(beside, uint64(len(content)))
	return mem.BufferSlice{mem.SliceBuffer(beside), mem.SliceBuffer(content)}, nil
}

// Unmarshal decodes a message. The frames in data are gRPC's to free, which it
// does before a handler runs.
func (Codec) Unmarshal(data mem.BufferSlice, v any) error {
	m, ok := v.(*pluginv1.ProcessRequest)
	if !ok {
		return encoding.GetCodecV2(grpcproto.Name).Unmarshal(data, v)
	}
	r := data.Reader()
	defer r.Close()
	var content, beside []byte
	for r.Remaining() > 0 {
		tag, err := readVarint(r)
		if err != nil {
			return err
		}
		number, kind := protowire.DecodeTag(tag)
		if number == contentField && kind == protowire.BytesType {
			if content, err = readBytes(r, nil); err != nil {
				return err
			}
			continue
		}
		if beside, err = readField(r, protowire.AppendVarint(beside, tag), kind); err != nil {
			return err
		}
		if len(beside) > maxBeside {
			return fmt.Errorf("wire: a request carries over %d bytes beside its content", maxBeside)
		}
	}
	if err := proto.Unmarshal(beside, m); err != nil {
		return err
	}
	m.Content = content
	return nil
}

// readVarint reads one varint.
func readVarint(r *mem.Reader) (uint64, error) {
	var v uint64
	for shift := 0; shift < 64; shift += 7 {
		b, err := r.ReadByte()
		if err != nil {
			return 0, io.ErrUnexpectedEOF
		}
		if shift == 63 && b > 1 {
			break
		}
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v, nil
		}
	}
	return 0, fmt.Errorf("wire: a number has over 64 bits")
}

// readBytes appends a length-delimited value to into, without its length.
func readBytes(r *mem.Reader, into []byte) ([]byte, error) {
	n, err := readVarint(r)
	if err != nil {
		return nil, err
	}
	return readN(r, into, n)
}

// readN appends n bytes to into. It allocates no more than the message holds.
func readN(r *mem.Reader, into []byte, n uint64) ([]byte, error) {
	if n > uint64(r.Remaining()) {
		return nil, io.ErrUnexpectedEOF
	}
	old := len(into)
	if old == 0 {
		into = make([]byte, n)
	} else {
		into = append(into, make([]byte, n)...)
	}
	_, err := io.ReadFull(r, into[old:])
	return into, err
}

// readField appends the value of one field, as it stands on the wire.
func readField(r *mem.Reader, into []byte, kind protowire.Type) ([]byte, error) {
	switch kind {
	case protowire.VarintType:
		v, err := readVarint(r)
		return protowire.AppendVarint(into, v), err
	case protowire.Fixed32Type:
		return readN(r, into, 4)
	case protowire.Fixed64Type:
		return readN(r, into, 8)
	case protowire.BytesType:
		n, err := readVarint(r)
		if err != nil {
			return nil, err
		}
		if n > maxBeside {
			return nil, fmt.Errorf("wire: a field of %d bytes beside the content, at most %d are allowed", n, maxBeside)
		}
		return readN(r, protowire.AppendVarint(into, n), n)
	}
	return nil, fmt.Errorf("wire: a field of wire type %d", kind)
}
