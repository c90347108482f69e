package sdk

import (
	"bytes"
	"strings"
)

// maxGroupDepth is how many groups may stand in one another. The Builder puts what
// lies deeper at the top.
const maxGroupDepth = 64

// maxNames is how many different names the refs of a plan may hold.
const maxNames = 65536

// groups checks what the host draws of groups: a ref is words of the content, or a
// path of its keys, and no group counts more items than it has bytes.
func (c *planCheck) groups() error {
	depth := make([]uint8, len(c.plan.Groups))
	names := map[string]bool{}
	for i, g := range c.plan.Groups {
		if g.Parent < -1 || g.Parent >= i {
			return invalid("group %d has parent %d: parents come before children", i, g.Parent)
		}
		if g.Parent >= 0 {
			depth[i] = depth[g.Parent] + 1
		}
		room := g.Span.Len()
		if room == 0 {
			room = len(c.content)
		}
		switch {
		case depth[i] >= maxGroupDepth:
			return invalid("group %d stands in %d others, at most %d are allowed", i, depth[i], maxGroupDepth-1)
		case !c.inside(g.Span):
			return invalid("group %d has span [%d,%d) of %d bytes", i, g.Span.Start, g.Span.End, len(c.content))
		case g.Total < 0 || g.Total > room:
			return invalid("group %d counts %d items in %d bytes", i, g.Total, room)
		case len(g.Ref) > 512 || !oneLine(g.Ref):
			return invalid("group %d has a ref over 512 bytes or not one line of UTF-8", i)
		case !isUnitName(g.Unit):
			return invalid("group %d counts %.40q: a unit is one word of at most 24 lower-case letters", i, g.Unit)
		}
		if strings.HasPrefix(g.Ref, "$") {
			if !pathNames(g.Ref[1:], func(name string) { names[name] = true }) {
				return invalid("group %d has the ref %.80q, which is no path like $.name[3]", i, g.Ref)
			}
		} else if t, disorder := unsaid(g.Ref, read(c.content, c.around(g.Span)), nil); t != "" || disorder {
			return invalid("group %d has the ref %.80q: words as they stand in the content, at most %d bytes before the group, or a path like $.name[3]", i, g.Ref, refReach)
		}
	}
	if len(names) > maxNames {
		return invalid("the refs hold %d names, at most %d are allowed", len(names), maxNames)
	}
	if name := c.unknownName(names); name != "" {
		return invalid("a ref names %.40q, which is not in the content", name)
	}
	return nil
}

// refReach is how many bytes before a group its title may stand, and how many of the
// group itself are looked through for it.
const refReach = 4096

// around is where the ref of a group with a span must stand.
func (c *planCheck) around(s Span) Span {
	out := Span{max(0, s.Start-refReach), min(s.End, s.Start+refReach)}
	for out.Start > 0 && !c.charEdge(out.Start) {
		out.Start--
	}
	for !c.charEdge(out.End) {
		out.End++
	}
	return out
}

// isUnitName reports whether s may stand for what a group counts.
func isUnitName(s string) bool {
	for _, c := range []byte(s) {
		if c < 'a' || c > 'z' {
			return false
		}
	}
	return len(s) <= 24
}

// pathNames calls f for every name of a JSONPath behind its $, and reports whether it
// is one: .name, ["name"] with escapes, [3] and, at the end, "…".
func pathNames(path string, f func(string)) bool {
	for path != "" {
		switch {
		case path == ellipsis:
			return true
		case path[0] == '.':
			n := 1
			for n < len(path) && path[n] != '.' && path[n] != '[' && path[n:] != ellipsis {
				if path[n] == ' ' || path[n] == ';' || path[n] == ':' {
					return false
				}
				n++
			}
			if path[n:] != ellipsis { // else it may be cut within the name
				f(path[1:n])
			}
			path = path[n:]
		case strings.HasPrefix(path, `["`):
			n := 2
			for n < len(path) && path[n] != '"' {
				if path[n] == '\\' {
					n++
				}
				n++
			}
			switch {
			case n+1 < len(path) && path[n+1] == ']':
				f(strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\t`, "\t").Replace(path[2:n]))
				path = path[n+2:]
			case strings.HasSuffix(path, ellipsis): // cut within a name
				return true
			default:
				return false
			}
		case path[0] == '[':
			n := 1
			for n < len(path) && isDigit(rune(path[n])) {
				n++
			}
			switch {
			case n > 1 && n < len(path) && path[n] == ']':
				path = path[n+1:]
			default:
				return path[n:] == ellipsis
			}
		default:
			return false
		}
	}
	return true
}

// unknownName returns a name that no word of the content, as it stands or decoded, makes.
// The content is read once for all names: each of their words must be one of it.
func (c *planCheck) unknownName(names map[string]bool) string {
	wanted := map[string]string{} // words that were not seen yet, each with a name that has it
	for name := range names {
		if len(c.content) < shortContent && bytes.Contains(c.content, []byte(name)) {
			continue
		}
		eachToken(name, func(t string) bool {
			if t != ellipsis {
				wanted[t] = name
			}
			return true
		})
	}
	if len(wanted) == 0 {
		return ""
	}
	text := string(c.content)
	for level := 0; level <= maxEscapes && len(wanted) > 0; level++ {
		forms := []string{text}
		if strings.IndexByte(text, '\x1b') >= 0 {
			forms = append(forms, dropEscapes(text, "", dropAll), dropEscapes(text, "", keepTitles))
		}
		for _, f := range forms {
			eachToken(f, func(t string) bool {
				delete(wanted, t)
				return len(wanted) > 0
			})
		}
		if strings.IndexByte(text, '\\') < 0 {
			break
		}
		text = unescapeJSON(text)
	}
	least := ""
	for _, name := range wanted {
		if least == "" || name < least {
			least = name
		}
	}
	return least
}

// shortContent is up to how many bytes a content is searched for each name.
const shortContent = 64 << 10
