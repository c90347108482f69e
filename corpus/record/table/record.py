#!/usr/bin/env python3
"""Writes the cases of ../../table: tables that sqlite3, kubectl, ps,
lsof and Python's csv module print of made-up data, with the facts that a shorter
text must keep. Facts are named here, with the data, and not changed to suit a
ranking.

    record.py            everything but what depends on the machine
    record.py --machine  also ps and lsof; their facts are about processes that
                         this script starts
"""

import contextlib
import csv
import http.server
import io
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def save(folder, name, ext, command, text, facts, questions=()):
    place = ROOT / "table"
    place.mkdir(parents=True, exist_ok=True)
    (place / f"{name}.{ext}").write_text(text, newline="")
    case = {"kind": "table", "tool": "bash", "command": command, "facts": [], "questions": [dict(q=q, answer=a) for q, a in questions]}
    for n, (fact, weight, why) in enumerate(facts, 1):
        assert fact in text, (name, fact)
        case["facts"].append({"id": f"f{n}", "text": fact, "weight": weight, "why": why})
    (place / f"{name}.facts.json").write_text(json.dumps(case, indent=2, ensure_ascii=False) + "\n")


def sqlite(columns, rows, *options, table="t"):
    """What the sqlite3 shell prints of rows, in the form that the options say."""
    with tempfile.TemporaryDirectory() as d:
        script = [f"create table {table} ({', '.join(columns)});"]
        for r in rows:
            script.append(f"insert into {table} values ({', '.join(quote(v) for v in r)});")
        db = os.path.join(d, "x.db")
        subprocess.run(["sqlite3", db], input="begin;\n" + "\n".join(script) + "\ncommit;", text=True, check=True)
        return subprocess.run(["sqlite3", *options, db, f"select * from {table}"], capture_output=True, text=True, check=True).stdout


def quote(v):
    if v is None:
        return "null"
    return str(v) if isinstance(v, (int, float)) else "'" + v.replace("'", "''") + "'"


def written(columns, rows, **how):
    out = io.StringIO()
    w = csv.writer(out, **{"lineterminator": "\n", **how})
    w.writerow(columns)
    w.writerows(rows)
    return out.getvalue()


def orders(r):
    """Orders of a seed bank: constant columns, a refund, one odd status."""
    species = ["Aquilegia alpina", "Briza media", "Campanula patula", "Dianthus deltoides", "Echium vulgare", "Filipendula ulmaria", "Geum rivale"]
    rows = []
    for i in range(900):
        n = r.randint(1, 40)
        rows.append([f"O-{41200 + i}", f"2026-02-{1 + i // 33:02d}", r.choice(species), n, round(n * 0.85, 2), "EUR", "north", r.choice(["shipped", "shipped", "shipped", "packed"]), f"C{r.randint(100, 400)}"])
    rows[388][7], rows[388][8] = "chargeback", "C871"
    rows[512][3], rows[512][4] = 12000, 10200.0
    rows[633][4] = -61.2
    rows[701][2] = "Galanthus nivalis"
    return ["id", "day", "species", "packets", "total", "currency", "depot", "status", "customer"], rows


def case_orders():
    head, rows = orders(random.Random(11))
    text = sqlite(head, rows, "-csv", "-header")
    at = lambda i: ",".join(line for line in [text.split("\n")[i + 1].rstrip("\r")])
    save("corpus", "orders", "csv", "sqlite3 -csv -header seeds.db 'select * from orders'", text, [
        ("id,day,species,packets,total,currency,depot,status,customer", 2, "what the cells mean"),
        (at(388).split(",")[0], 3, "the order that was charged back"), ("chargeback,C871", 3, "the one status that is no delivery, and whose"),
        (",12000,10200.0", 3, "an order of a thousand times the usual size"), (at(512).split(",")[0], 2, "which order that is"),
        ("-61.2", 3, "the only negative total"), (at(633).split(",")[0], 2, "which order that is"),
        ("Galanthus nivalis", 2, "a species that stands once"), ("O-41200", 1, "the first order"), ("O-42099", 1, "the last order"),
    ], [("Which order was charged back?", at(388).split(",")[0])])


def case_sensors():
    r = random.Random(12)
    rows, level = [], 412.0
    for i in range(1400):
        level += r.uniform(-1.5, 1.5)
        stamp = f"2026-03-{1 + i // 288:02d} {i % 288 // 12:02d}:{i % 12 * 5:02d}"
        rows.append([stamp, "weir-3", f"{level:.1f}".replace(".", ","), f"{r.uniform(7, 9):.2f}".replace(".", ","), "cm", "ok"])
    rows[610][2], rows[610][5] = "n/a", "ok"
    rows[955][2] = "871,4"
    rows[1100][5] = "recalibrated by Olsen"
    rows[1200] = list(rows[1199])
    text = written(["time", "gauge", "level", "acidity", "unit", "state"], rows, delimiter=";")
    save("corpus", "levels", "csv", "cat weir-3.csv", text, [
        ("time;gauge;level;acidity;unit;state", 2, "what the cells mean"),
        (rows[610][0] + ";weir-3;n/a", 3, "the one reading that is no number"),
        (rows[955][0] + ";weir-3;871,4", 3, "a level of twice the usual height"),
        ("recalibrated by Olsen", 3, "the one remark in the state column"), (rows[1100][0], 2, "when that was"),
        (rows[0][0], 1, "the first reading"), (rows[-1][0], 1, "the last reading"),
    ])


def case_tickets():
    r = random.Random(13)
    calm = ["Lamp flickers", "Door sticks, top hinge", "Gate 4 says \"closed\" when open", "Map is outdated", "Bench wobbles"]
    rows = []
    for i in range(420):
        what = r.choice(calm)
        text = f"{what}\nseen by patrol {r.randint(1, 9)}, no danger" if r.random() < 0.4 else what
        rows.append([3000 + i, r.choice(["low", "low", "low", "medium"]), r.choice(["north", "south", "quay"]), text, r.choice(["open", "closed", "closed"]), r.choice(["ida", "per", "liv"])])
    rows[171] = [3171, "critical", "quay", "Crane 6 drifts when idle\nbrake pressure 0.4 bar, needs 6\nstop lifting over berth 2", "open", "liv"]
    rows[290] = [3290, "low", "south", "Bench wobbles", "reopened", "per"]
    rows[333][0] = 3332
    text = written(["no", "priority", "place", "report", "state", "owner"], rows, quoting=csv.QUOTE_MINIMAL)
    save("corpus", "tickets", "csv", "python3 export_tickets.py --csv", text, [
        ("no,priority,place,report,state,owner", 2, "what the cells mean"),
        ("3171,critical,quay", 3, "the only critical ticket"), ("Crane 6 drifts when idle", 3, "what it reports"),
        ("brake pressure 0.4 bar, needs 6", 3, "its second line"), ("stop lifting over berth 2", 2, "its last line"),
        ("reopened", 2, "a state that stands once"), ("3290", 1, "which ticket was reopened"),
        ("Gate 4 says", 1, "a report with quotes in it"),
    ])


def wide(r, rows, columns):
    head = ["host", "rack"] + [f"m{k:02d}_{w}" for k, w in zip(range(columns), ["temp", "fan", "volt", "load", "errs", "rate"] * columns)]
    out = []
    for i in range(rows):
        row = [f"node-{i:03d}", f"R{i // 24 + 1}"]
        for k in range(columns):
            row.append({0: round(r.gauss(41, 1), 1), 1: r.randint(2900, 3100), 2: round(r.gauss(12, 0.02), 2), 3: round(r.uniform(0.1, 0.6), 2), 4: 0, 5: r.randint(800, 900)}[k % 6])
        out.append(row)
    return head, out


def case_wide():
    head, rows = wide(random.Random(14), 160, 36)
    rows[71][2 + 12] = 88.7
    rows[103][2 + 22] = 4117
    rows[119][2 + 31] = 0
    rows[140][2 + 27] = ""
    text = written(head, rows)
    save("corpus", "racks", "csv", "ipmi-report --csv", text, [
        ("m12_temp", 2, "the column of the hot sensor"), ("node-071", 3, "the node that is hot"), ("88.7", 3, "how hot"),
        ("node-103", 3, "the node with errors"), ("4117", 3, "how many"), ("m22_errs", 2, "the column of the errors"),
        ("node-119", 2, "the node with a fan that stands still"), ("m31_fan", 1, "which fan"),
        ("node-000", 1, "the first node"), ("node-159", 1, "the last node"),
    ])


@contextlib.contextmanager
def cluster(items):
    """An address on which kubectl finds nothing but these pods."""
    answers = {
        "/api": {"kind": "APIVersions", "versions": ["v1"]},
        "/apis": {"kind": "APIGroupList", "apiVersion": "v1", "groups": []},
        "/api/v1": {"kind": "APIResourceList", "groupVersion": "v1", "resources": [{"name": "pods", "singularName": "pod", "namespaced": True, "kind": "Pod", "verbs": ["get", "list"]}]},
        "/api/v1/pods": {"apiVersion": "v1", "kind": "PodList", "metadata": {}, "items": items},
    }

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            answer = answers.get(self.path.split("?")[0])
            body = json.dumps(answer or {}).encode()
            self.send_response(200 if answer else 404)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


def pods(r, n, mark):
    items = []
    for i in range(n):
        name = f"{r.choice(['tide-api', 'gull-feed', 'lock-master', 'ferry-web'])}-{r.getrandbits(36):09x}"
        items.append({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": "harbour"}, "spec": {"nodeName": f"pier-{i % 6}", "containers": []},
                      "status": {"phase": "Running", "podIP": f"10.4.{i // 200}.{i % 200}", "qosClass": "Burstable", "reason": "", "startTime": f"2026-03-0{1 + i % 8}T0{i % 9}:11:00Z", "containerStatuses": [{"restartCount": r.randint(0, 2), "image": f"registry.test/app:{4 if i % 3 else 3}.1"}]}})
    mark(items)
    columns = "NAME:.metadata.name,NAMESPACE:.metadata.namespace,NODE:.spec.nodeName,PHASE:.status.phase,REASON:.status.reason,RESTARTS:.status.containerStatuses[0].restartCount,IP:.status.podIP,IMAGE:.status.containerStatuses[0].image"
    with cluster(items) as address:
        run = subprocess.run(["kubectl", "--server", address, "get", "pods", "-A", "-o", "custom-columns=" + columns], capture_output=True, text=True, check=True)
    return run.stdout, items


def case_pods():
    def mark(items):
        items[77]["status"].update(phase="Failed", reason="Evicted")
        items[131]["status"]["containerStatuses"][0]["restartCount"] = 418
        items[160]["spec"]["nodeName"] = None
        items[160]["status"].update(phase="Pending", reason="Unschedulable", podIP=None)
        items[190]["status"]["containerStatuses"][0]["image"] = "registry.test/app:5.0-rc1"
    text, items = pods(random.Random(15), 230, mark)
    save("corpus", "pods", "txt", "kubectl get pods -A -o custom-columns=...", text, [
        ("PHASE", 2, "what the cells mean"), (items[77]["metadata"]["name"], 3, "the pod that failed"), ("Evicted", 3, "why"),
        (items[131]["metadata"]["name"], 3, "the pod that restarts all the time"), ("418", 3, "how often"),
        (items[160]["metadata"]["name"], 3, "the pod without a node"), ("Unschedulable", 2, "why"),
        ("app:5.0-rc1", 2, "an image that one pod has"), (items[190]["metadata"]["name"], 2, "which pod"),
    ])


def case_stock():
    r = random.Random(16)
    rows = []
    for i in range(700):
        rows.append([f"SKU{70000 + i * 7}", f"{r.choice(['bolt', 'nut', 'washer', 'rivet', 'clamp'])} M{r.choice([3, 4, 5, 6, 8, 10])}", r.randint(200, 900), "pcs", f"A{r.randint(1, 20)}-{r.randint(1, 9)}", r.choice(["yes", "yes", "yes", "no"])])
    rows[345][0] = "SKU-72413?"
    rows[410][2] = -14
    rows[500][4] = "quarantine"
    rows[580][0] = rows[200][0]
    rows[580][2] = 5
    text = sqlite(["sku", "part", "count", "unit", "bin", "counted"], rows, "-tabs", "-header")
    save("corpus", "stock", "tsv", "sqlite3 -tabs -header stock.db 'select * from stock'", text, [
        ("sku\tpart\tcount\tunit\tbin\tcounted", 2, "what the cells mean"), ("SKU-72413?", 3, "a number that is not well formed"),
        ("\t-14\t", 3, "a stock below zero"), (rows[410][0], 2, "of which part"), ("quarantine", 3, "a bin that is none"), (rows[500][0], 2, "of which part"),
        (rows[580][0], 2, "a number that stands twice"), ("SKU70000", 1, "the first"), (rows[-1][0], 1, "the last"),
    ])


def case_box():
    r = random.Random(17)
    rows = [[f"2026-02-{1 + i // 12:02d}", f"berth {i % 12 + 1}", r.choice(["Alma", "Borgund", "Carina", "Dagny", "Elida"]), r.randint(3, 9), "cleared", r.choice(["Hansen", "Ruud"])] for i in range(260)]
    rows[122][4], rows[122][2] = "held by customs", "Frithjof"
    rows[200][3] = 71
    text = sqlite(["day", "berth", "ship", "hours", "state", "pilot"], rows, "-box")
    save("corpus", "berths", "txt", "sqlite3 -box port.db 'select * from berths'", text, [
        ("hours", 1, "what the cells mean"), ("held by customs", 3, "the ship that may not leave"), ("Frithjof", 3, "which ship"),
        ("│ 71", 3, "a stay of three days where hours are usual"), (f"{rows[200][0]} │ {rows[200][1]}", 2, "when and where"), (f"{rows[122][0]} │ {rows[122][1]}", 2, "when and where the held ship lay"),
    ])


def case_policies():
    """Eighteen short columns, most of them numbers and names: rows that a reader takes in whole."""
    r = random.Random(18)
    towns = ["Alta", "Bergen", "Drammen", "Florø"]
    rows = []
    for i in range(380):
        value = r.randint(9, 90) * 10000
        rows.append([119700 + r.randint(1, 9) + i * 11, "NO", r.choice(towns), value, value, value, value, 0, 0, 0, round(60 + r.random(), 4), round(5 + r.random(), 4), r.choice(["wood", "wood", "brick"]), r.choice(["home", "home", "shop"]), 1 + i % 4, 2026, "a", "yes"])
    rows[140][12] = "ice"
    rows[222][7] = 45000
    rows[305][2] = "Hammerfest"
    head = "policy,state,town,site,flood,fire,wind,deduct,excess,share,lat,lon,built,line,grade,year,class,paid".split(",")
    text = written(head, rows)
    save("corpus", "policies", "csv", "cat policies.csv", text, [
        ("policy,state,town,site,flood,fire,wind", 2, "what the cells mean"), (f"{rows[140][0]},NO,", 2, "which house"), (",ice,", 3, "is built of what no other is"), (f"{rows[222][0]},NO,", 2, "which policy"), (",45000,", 3, "has a deductible"),
        ("Hammerfest", 2, "a town that stands once"), (f"{rows[0][0]},NO,", 1, "the first"), (f"{rows[-1][0]},NO,", 1, "the last"),
    ])


def case_requests():
    """A log of requests with its columns named in a comment, as network monitors write it."""
    r = random.Random(19)
    fields = "ts uid from port to service depth method host uri referrer agent sent received code reason info user password proxied type".split()
    agents = ["Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/128.0", "Mozilla/5.0 (Macintosh; Intel) AppleWebKit/605.1.15 Safari/605.1.15"]
    rows = []
    for i in range(260):
        host = r.choice(["tide.test", "ferry.test", "img.ferry.test"])
        rows.append([f"17723{i * 37:05d}.{r.randint(100000, 999999)}", f"C{r.getrandbits(60):015x}", f"192.0.2.{r.randint(2, 9)}", r.randint(30000, 60000), "198.51.100.7", 80, r.randint(1, 3), "GET", host, r.choice(["/", "/map.png", "/tides?day=3", "/quay/7"]), f"http://{host}/", r.choice(agents), 0, r.randint(200, 9000), 200, "OK", "-", "-", "-", "-", "text/html"])
    rows[99][7:16] = ["POST", "paste.example", "/upload.php?k=9f", "-", "curl/8.5", 4811200, 12, 201, "Created"]
    rows[170][14:16] = [404, "Not Found"]
    rows[171][17:19] = ["ida", "hunter2"]
    text = "#separator \\x09\n#path\thttp\n#fields\t" + "\t".join(fields) + "\n" + "".join("\t".join(map(str, row)) + "\n" for row in rows) + "#close\t2026-03-01\n"
    save("corpus", "requests", "tsv", "cat http.log", text, [
        ("paste.example", 3, "to whom something was sent"), ("/upload.php?k=9f", 3, "what"), ("4811200", 3, "how much"), ("curl/8.5", 1, "with what"), (rows[99][0], 2, "when"), ("Not Found", 2, "the one answer that failed"),
        ("hunter2", 3, "a password that can be read"), ("#fields\tts\tuid\tfrom", 1, "what the cells mean"), ("#path\thttp", 1, "what it is"),
    ])


# Cases that were not looked at while the processor was written.


def case_payroll():
    r = random.Random(21)
    rows = []
    for i in range(620):
        base = r.randint(2800, 5200)
        rows.append([1000 + i, f"{r.choice(['Anna', 'Bo', 'Cleo', 'Dag', 'Eva', 'Finn'])} {r.choice(['Lund', 'Moe', 'Nyberg', 'Olsen', 'Persson'])}", r.choice(["workshop", "office", "yard"]), base, round(base * 0.27, 2), "2026-02", "NOK", "paid", "DNB"])
    rows[233][3] = 48000
    rows[233][4] = 12960.0
    rows[302][7] = "returned by bank"
    rows[377][8] = "unknown"
    rows[451][4] = 0.0
    rows[520][0] = 1519
    text = sqlite(["no", "name", "team", "base", "tax", "month", "currency", "state", "bank"], rows, "-csv", "-header")
    save("unseen", "payroll", "csv", "sqlite3 -csv -header pay.db 'select * from february'", text, [
        ("no,name,team,base,tax,month,currency,state,bank", 2, "what the cells mean"), (",48000,", 3, "ten times the usual pay"), ("1233,", 2, "whose"),
        ("returned by bank", 3, "a payment that came back"), ("1302,", 2, "whose"), ("unknown", 2, "a bank that is none"), (",0.0,2026-02", 2, "no tax"), ("1451,", 1, "whose"),
        (f"1519,\"{rows[520][1]}\"", 2, "a number that stands twice"),
    ])


def case_visits():
    r = random.Random(22)
    agents = ["Mozilla/5.0 (X11; Linux)", "curl/8.5", "lynx 2.9; text", "Mozilla/5.0 (Macintosh)"]
    rows = []
    for i in range(500):
        rows.append([f"10:{i // 60:02d}:{i % 60:02d}", f"192.0.2.{r.randint(2, 60)}", r.choice(["/", "/tides", "/map", "/tides/today"]), 200, r.randint(900, 4000), r.choice(agents), "GET"])
    rows[188] = ["10:03:08", "198.51.100.77", "/admin/export?all=1", 200, 8812345, "python-requests/2.31; \"bulk\"\nsecond line of the header", "POST"]
    rows[260][3] = 503
    rows[333][6] = "TRACE"
    text = written(["clock", "from", "path", "code", "bytes", "agent", "verb"], rows, delimiter=";")
    save("unseen", "visits", "csv", "cat visits.csv", text, [
        ("clock;from;path;code;bytes;agent;verb", 2, "what the cells mean"), ("198.51.100.77", 3, "who took everything"), ("/admin/export?all=1", 3, "what"), ("8812345", 3, "how much"),
        ("second line of the header", 1, "a cell on two lines"), (";503;", 3, "the one answer that failed"), (rows[260][0], 2, "when"), ("TRACE", 2, "a verb that nobody uses"),
    ])


def case_packages():
    r = random.Random(23)
    rows = []
    for i in range(800):
        rows.append([f"lib{r.choice(['ferry', 'knot', 'tide', 'rope', 'mast'])}-{r.getrandbits(20):05x}", f"{r.randint(1, 4)}.{r.randint(0, 20)}-{r.randint(1, 3)}", r.choice(["amd64", "all"]), r.randint(30, 900), "install ok installed"])
    rows[402][4] = "install ok half-configured"
    rows[403][1] = "9:0~rc2-1"
    rows[611][3] = 480211
    rows[700][2] = "i386"
    text = written(["package", "version", "arch", "kb", "status"], rows, delimiter="\t")
    save("unseen", "packages", "tsv", "cat packages.tsv", text, [
        ("package\tversion\tarch\tkb\tstatus", 2, "what the cells mean"), (rows[402][0], 3, "the package that is not configured"), ("half-configured", 3, "its state"),
        ("9:0~rc2-1", 2, "a version in another form"), (rows[611][0], 3, "the largest by far"), ("480211", 2, "how large"), ("i386", 2, "the wrong machine"), (rows[700][0], 2, "which package"),
    ])


def case_nodes():
    def mark(items):
        items[66]["status"].update(phase="Unknown", reason="NodeLost")
        items[93]["status"]["containerStatuses"][0]["restartCount"] = 97
        items[120]["metadata"]["namespace"] = "default"
        items[150]["status"]["podIP"] = "172.16.0.9"
    text, items = pods(random.Random(24), 190, mark)
    save("unseen", "fleet", "txt", "kubectl get pods -A -o custom-columns=...", text, [
        ("REASON", 2, "what the cells mean"), (items[66]["metadata"]["name"], 3, "the pod whose node is gone"), ("NodeLost", 3, "why"),
        (items[93]["metadata"]["name"], 3, "the pod that restarts"), (" 97 ", 2, "how often"), (items[120]["metadata"]["name"], 2, "the pod in the wrong namespace"),
        (items[150]["metadata"]["name"], 2, "the pod with an address of another net"), ("172.16.0.9", 2, "that address"),
    ])


def case_genes():
    head, rows = wide(random.Random(25), 120, 60)
    rows[44][2 + 24] = 12.0
    rows[80][2 + 46] = 991
    rows[101][2 + 50] = 9.31
    text = written(head, rows, delimiter="\t")
    save("unseen", "bays", "tsv", "ipmi-report --tsv", text, [
        ("node-044", 3, "the node that is cold"), ("m24_temp", 2, "which sensor"), ("node-080", 3, "the node with errors"), ("991", 3, "how many"), ("m46_errs", 2, "which counter"),
        ("node-101", 3, "the node with a low voltage"), ("9.31", 3, "how low"), ("m50_volt", 2, "which line"),
    ])


def case_list():
    r = random.Random(26)
    rows = [[f"job-{i:04d}", r.choice(["press", "fold", "bind"]), f"2026-03-0{1 + i % 7} 0{i % 10}:{r.randint(10, 59)}", r.randint(20, 60), "done", r.choice(["A", "B"])] for i in range(320)]
    rows[140][4] = "jammed at roller 3"
    rows[222][3] = 1441
    rows[280][1] = "pulp"
    text = sqlite(["job", "step", "begun", "minutes", "state", "shift"], rows, "-column", "-header")
    save("unseen", "jobs", "txt", "sqlite3 -column -header shop.db 'select * from jobs'", text, [
        ("minutes", 2, "what the cells mean"), ("job-0140", 3, "the job that jammed"), ("jammed at roller 3", 3, "where"), ("job-0222", 3, "the job that took a day"), ("1441", 3, "how long"),
        ("job-0280", 2, "the job with a step that is none"), ("pulp", 2, "that step"),
    ])


def machine():
    """ps and lsof on this machine: processes that this script starts are the facts."""
    idle = [subprocess.Popen(["sleep", str(3000 + i)]) for i in range(160)]
    odd = subprocess.Popen(["sh", "-c", "trap '' TERM; while :; do :; done", "tide-mill"])
    gone = subprocess.Popen(["sh", "-c", "exit 3", "ghost"])
    with tempfile.TemporaryDirectory() as d:
        paths = [open(os.path.join(d, f"ledger-{i:03d}.db"), "w") for i in range(150)]
        paths[97].write("x" * 3000000)
        paths[97].flush()
        os.unlink(paths[60].name)
        try:
            subprocess.run(["sleep", "6"])
            mine = [str(p.pid) for p in idle[:30]] + [str(odd.pid), str(gone.pid)] + [str(p.pid) for p in idle[30:]] + [str(os.getpid())]
            ps = subprocess.run(["ps", "-o", "user,pid,pcpu,pmem,vsz,rss,tty,stat,args", "-p", ",".join(mine)], capture_output=True, text=True, check=True).stdout.replace(sys.executable, "python3")
            of = subprocess.run(["lsof", "-n", "-p", str(os.getpid())], capture_output=True, text=True).stdout
            of = of.replace(d, "/srv/ledger").replace(os.getcwd(), "/srv").replace(sys.base_prefix, "/usr").replace(os.path.expanduser("~"), "/home/ledger")
        finally:
            for p in idle + [odd]:
                p.kill()
                p.wait()
        gone.wait()
        row = next(line for line in ps.split("\n") if "<defunct>" in line)
        busy = next(line for line in ps.split("\n") if "tide-mill" in line)
        save("corpus", "processes", "txt", "ps -o user,pid,pcpu,pmem,vsz,rss,tty,stat,args", ps, [
            ("COMMAND", 1, "what the cells mean"), ("tide-mill", 3, "the process that burns the processor"), (" ".join(busy.split()[1:3]) if " ".join(busy.split()[1:3]) in ps else busy.split()[1], 3, "its number"),
            ("<defunct>", 3, "a process that nobody waited for"), (row.split()[1], 2, "its number")])
        deleted = next(line for line in of.split("\n") if "(deleted)" in line)
        large = next(line for line in of.split("\n") if "ledger-097" in line)
        save("unseen", "files", "txt", "lsof -n -p $PID", of, [
            ("SIZE/OFF", 1, "what the cells mean"), ("(deleted)", 3, "a file that is open and gone"), ("ledger-060.db", 3, "which file"), ("ledger-097.db", 2, "the one file with much in it"), ("3000000", 2, "how much")])


if __name__ == "__main__":
    for name, f in list(globals().items()):
        if name.startswith("case_"):
            f()
    if "--machine" in sys.argv[1:]:
        machine()
