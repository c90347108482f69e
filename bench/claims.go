package bench

import (
	"context"
	"slices"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/bench/score"
	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/host/registry"
	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
)

// Sniffers is the plugin that is measured, where it knows kinds of its own, and then the
// bundled ones that do.
func (p *plugins) Sniffers() []pipeline.Sniffer {
	out := slices.Clone(p.sniffers)
	for _, e := range registry.Sniffers(p.registry.Processors()) {
		if p.own == nil || p.own.Name() != e.Name {
			out = append(out, pipeline.Sniffer{Name: e.Name, Kinds: e.OwnKinds(), Magic: e.Magic, Asks: e.Matches})
		}
	}
	return out
}

func sniffersOf(about supervise.Description) []pipeline.Sniffer {
	info := about.Processor
	own, asks := info.OwnKinds(), slices.Contains(about.Capabilities, sdk.CapabilityMatch)
	if len(own) == 0 || len(info.Magic) == 0 && !asks {
		return nil
	}
	return []pipeline.Sniffer{{Name: about.Name(), Kinds: own, Magic: info.Magic, Asks: asks}}
}

// claims reports whether the measured plugin says that a subject is of one of its own
// kinds, as the pipeline asks it before it goes by the inspector.
func (p *plugins) claims(s *score.Subject) bool {
	for _, sniffer := range p.sniffers {
		if len(sniffer.Magic) > 0 && !slices.ContainsFunc(sniffer.Magic, func(m string) bool { return sdk.MagicFits(m, []byte(s.Content)) }) {
			continue
		}
		if !sniffer.Asks || slices.Contains(sniffer.Kinds, p.ask(sniffer.Name, s)) {
			return true
		}
	}
	return false
}

// ask is what a plugin says that a subject is, "" where it does not know.
func (p *plugins) ask(name string, s *score.Subject) string {
	head := s.Content[:min(len(s.Content), sdk.MaxSample)]
	for len(head) < len(s.Content) && len(head) > 0 && !utf8.RuneStart(s.Content[len(head)]) {
		head = head[:len(head)-1]
	}
	processor, err := p.Open(name)
	if err != nil {
		return ""
	}
	kind, err := processor.Match(context.Background(), sdk.Sample{
		Head: []byte(head), Bytes: len(s.Content), Kind: KindOf(s), Tool: s.Case.Tool, Command: s.Case.Command,
	})
	if err != nil {
		return ""
	}
	return kind
}
