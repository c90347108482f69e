package shapes

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// maker makes one content.
type maker struct {
	*rand.Rand
	now   time.Time
	count int // of the line
	depth int // of templates within templates
}

func newMaker(seed uint64) *maker {
	return &maker{Rand: rand.New(rand.NewPCG(seed, 2)), now: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC).Add(time.Duration(seed%1000) * time.Hour)}
}

// one takes any of a list.
func (m *maker) one(list []string) string { return list[m.IntN(len(list))] }

// clock is the time of the next line.
func (m *maker) clock(layout string) string {
	m.now = m.now.Add(time.Duration(m.IntN(4000)) * time.Millisecond)
	return m.now.Format(layout)
}

// fill replaces the <fields> of a template: the name of a field, "<a|b>" for one of
// several texts, "<N..M>" for a number. What is no field stays.
func (m *maker) fill(t string) string {
	if m.depth++; m.depth > 8 {
		m.depth--
		return t
	}
	defer func() { m.depth-- }()
	var b strings.Builder
	for {
		i := strings.IndexByte(t, '<')
		if i < 0 {
			break
		}
		j := strings.IndexByte(t[i:], '>')
		if j < 0 {
			break
		}
		j += i
		i = strings.LastIndexByte(t[:j], '<')
		b.WriteString(t[:i])
		b.WriteString(m.field(t[i+1 : j]))
		t = t[j+1:]
	}
	b.WriteString(t)
	return b.String()
}

func (m *maker) field(name string) string {
	if f, ok := fields[name]; ok {
		return f(m)
	}
	if list, ok := lists[name]; ok {
		return m.fill(m.one(list))
	}
	if list := strings.Split(name, "|"); len(list) > 1 {
		return m.one(list)
	}
	var from, to int
	if n, _ := fmt.Sscanf(name, "%d..%d", &from, &to); n == 2 && to > from {
		return fmt.Sprint(from + m.IntN(to-from+1))
	}
	return "<" + name + ">"
}

func times(layout string) func(*maker) string {
	return func(m *maker) string { return m.clock(layout) }
}

// hex is n hexadecimal digits.
func hex(n int) func(*maker) string {
	return func(m *maker) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = "0123456789abcdef"[m.IntN(16)]
		}
		return string(b)
	}
}

// several is a number of words of a list.
func several(list, sep string, from, to int) func(*maker) string {
	return func(m *maker) string {
		var out []string
		for range from + m.IntN(to-from+1) {
			out = append(out, m.one(lists[list]))
		}
		return strings.Join(out, sep)
	}
}

// fields are what templates may name beside lists.
var fields map[string]func(*maker) string

func init() { // a field may fill a template
	fields = map[string]func(*maker) string{
		"iso": times("2006-01-02T15:04:05.000Z"), "iso7": times("2006-01-02T15:04:05.0000000Z"), "java": times("2006-01-02 15:04:05,000"),
		"date": times("2006-01-02"), "stamp": times("2006-01-02 15:04:05"), "time": times("15:04:05"), "clock": times("15:04:05.000000"),
		"syslog": times("Jan _2 15:04:05"), "clf": times("02/Jan/2006:15:04:05 +0000"), "klog": times("0102 15:04:05.000000"), "git": times("Mon Jan 2 15:04:05 2006 -0700"),
		"epoch": func(m *maker) string { m.clock(""); return fmt.Sprint(m.now.Unix()) },
		"n":     func(m *maker) string { return fmt.Sprint(m.IntN(1 << m.IntN(8))) },
		"big":   func(m *maker) string { return fmt.Sprint(m.IntN(1 << (8 + m.IntN(24)))) },
		"ms":    func(m *maker) string { return fmt.Sprint(1 + m.IntN(60) + 98000*(m.IntN(50)/49)) },
		"float": func(m *maker) string { return fmt.Sprintf("%d.%0*d", m.IntN(400), 1+m.IntN(3), m.IntN(10)) },
		"i":     func(m *maker) string { return fmt.Sprint(m.count) },
		"hex":   hex(8), "abbrev": hex(7), "sha": hex(40), "trace": hex(32),
		"uuid": func(m *maker) string {
			return m.fill("<hex>-") + hex(4)(m) + "-4" + hex(3)(m) + "-9" + hex(3)(m) + "-" + hex(12)(m)
		},
		"ip":    func(m *maker) string { return fmt.Sprintf("10.%d.%d.%d", m.IntN(4), m.IntN(200), m.IntN(250)) },
		"words": several("word", " ", 2, 9), "long": several("word", " ", 60, 200), "han": several("zh", "", 2, 30), "thai": several("siam", "", 2, 12),
		"spaces":   func(m *maker) string { return strings.Repeat(" ", m.IntN(12)) },
		"sentence": func(m *maker) string { s := m.fill("<words> <clause>."); return strings.ToUpper(s[:1]) + s[1:] },
		"para": func(m *maker) string {
			s := m.field("sentence")
			for range m.IntN(4) {
				s += " " + m.field("sentence")
			}
			return s
		},
		"json": func(m *maker) string { return m.json(3) },
	}
}

// json is a document of its own making, nested up to a depth.
func (m *maker) json(depth int) string {
	kind := m.IntN(9)
	if depth == 0 {
		kind = 3 + m.IntN(6)
	}
	switch kind {
	case 0, 1:
		var out []string
		for i := range m.IntN(6) {
			out = append(out, fmt.Sprintf("%q: %s", m.one(lists["key"])+strings.Repeat("_", i/3), m.json(depth-1)))
		}
		return "{" + strings.Join(out, ", ") + "}"
	case 2:
		var out []string
		for range m.IntN(8) {
			out = append(out, m.json(depth-1))
		}
		return "[" + strings.Join(out, ", ") + "]"
	case 3:
		return m.field("big")
	case 4:
		return m.one([]string{"true", "false", "null", "-0.5", "1e9", "12345678901234567890"})
	case 5:
		return quote(m.fill("<message>"))
	case 6:
		return quote(m.fill("<any>"))
	}
	return quote(m.one(lists["word"]))
}

// quote is s as a JSON string, no more escaped than it must be.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// lists are what templates take one of; their entries are templates too.
var lists = map[string][]string{
	"word": strings.Fields(`harbour ledger copper lantern orchard valley timber saddle anchor meadow window cabin bridge canyon kettle marble
		order parcel queue worker depot scales weights invoice carrier route stock shelf label printer gate token cache index shard`),
	"zh":   strings.Fields(`港口 订单 仓库 失败 连接 超时 请求 数据 服务 节点 库存 重试 用户 支付 网关 错误 的 在 了 和`),
	"siam": strings.Fields(`ท่าเรือ คำสั่ง คลัง ล้มเหลว เชื่อมต่อ หมดเวลา ข้อมูล บริการ`),
	"ar":   strings.Fields(`الميناء الطلب المخزن فشل الاتصال انتهت المهلة البيانات الخدمة`),
	"ru":   strings.Fields(`порт заказ склад ошибка соединение время данные служба очередь`),
	"key":  strings.Fields(`id name state count items city price tags note created owner total message error path size status`),
	"pkg":  strings.Fields(`org.acme.shop org.acme.stock com.example.gate io.depot.queue de.hafen.waage`), "cls": strings.Fields(`Till Ledger Carrier OrderService Gate StockKeeper RouteTable`),
	"file":  strings.Fields(`src/shop/till.go lib/ledger.py app/gate.ts core/stock.rs internal/queue/worker.go tests/test_route.py web/index.html`),
	"level": strings.Fields(`INFO INFO INFO INFO INFO DEBUG DEBUG WARN ERROR`), "lvl": strings.Fields(`info info info info debug warn error`),
	"verb":   strings.Fields(`opened closed sent received dropped retried weighed loaded stored`),
	"exc":    strings.Fields(`IllegalStateException TimeoutException KeyError ValueError ConnectionRefusedError NullPointerException`),
	"clause": {"and the <word> holds <n> of <big> <word>s", "until the <word> is <verb>", "in <n>.<n> seconds, e.g. at the <word>", "because <word> (<big>) is not <verb>: see “<words>”"},
	"any":    {"<words>", "<zh><zh> <zh>", "<ar> <ar>", "<thai>", "<ru> <ru>", "é<word> <words>", "<n> ± <n>", "naïve <word> – “<word>”", "<han>，<han>。", "🚢<word> 👍🏽"},
	"message": {
		"<word> <verb>", "<word> <verb> in <ms> ms", "worker <n> took <ms> ms for request <i>", "GET /api/<word>s/<big> <status> <ms>ms", "connection to <ip>:<1024..9999> refused",
		"order <big> refused by <word>: card expired (code <50..59>)", "<exc>: <words>", "failed to load <file>: no such file or directory", "cache hit ratio <float>%, <big> of <big> entries",
		"exit status <1..255> and the retry exit code was <1..255>", "user=<word> ip=<ip> id=<uuid> <words>", "<any>", "<words>: <any>", "retrying <word> in <n>s (attempt <n>/<n>)", "took <ms> ms", "<long>",
		"\"<word>\" has <n>\" screen", "<path> <n>:<n> <any>", "<han>", "commit <sha> by <word>", `{"<key>": <big>, "<key>": "<words>"}`,
	},
	"status": strings.Fields(`200 200 200 200 304 404 500`), "path": {"/srv/<word>/<word>-<n>.log", "C:\\<word>\\<word>.txt", "/var/lib/<word>/<hex>", "./<file>"},
	"row": {"<1000..9999>,<word> <word>,<float>,<n>,<word>,<date>"},
}
