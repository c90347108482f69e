"""Two small services behind a web server, and clients that use and abuse it.

nginx.py serve PORT      one service
nginx.py load ROUND      the clients of one round
"""
import http.client
import http.server
import random
import sys
import time


class Planner(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if "slow" in self.path:
            time.sleep(1.4)
        body = b'{"berth":"N7"}' * (1 + len(self.path) % 5)
        code = 200
        if "visit/40977" in self.path:
            code, body = 500, b'{"error":"fee of visit 40977 is negative"}'
        self.send_response(code)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            pass

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.do_GET()

    def log_message(self, *args):
        pass


AGENTS = ["harbor-app/5.2 (scanner)", "harbor-app/5.1 (scanner)", "pilot-desk/2.0", "curl/7.88.1", "tide-widget/0.9"]


def request(path, method="GET", body=None, agent=None, request_id="-", client="c1", timeout=3):
    c = http.client.HTTPConnection("127.0.0.1", 8080, timeout=timeout)
    headers = {"User-Agent": agent or AGENTS[0], "X-Request-Id": request_id, "X-Client": client}
    try:
        c.request(method, path, body=body, headers=headers)
        c.getresponse().read()
    except OSError:
        pass
    finally:
        c.close()


def load(number):
    dice = random.Random(number)
    for i in range(330):
        rid = f"{number}{i:04d}"
        kind = dice.randrange(10)
        agent = dice.choice(AGENTS)
        client = f"c{dice.randrange(20)}"
        if kind < 5:
            request(f"/api/v2/visit/{dice.randrange(40000, 40900)}", agent=agent, request_id=rid, client=client)
        elif kind < 7:
            request(dice.choice(["/", "/tides.html", "/style.css", "/logo.svg"]), agent=agent, request_id=rid)
        elif kind < 9:
            request("/api/v2/arrival", "POST", b"x" * dice.randrange(40, 900), agent, rid, client)
        else:
            request(f"/pages/{dice.randrange(99)}.html", agent=agent, request_id=rid)
    if number == 2:
        request("/api/v2/visit/40977", request_id="20977", agent="pilot-desk/2.0")
        request("/api/v2/chart", "POST", b"x" * 70000, "pilot-desk/2.0", "2chart")
        request("/../../etc/shadow", agent="probe/1", request_id="-")
        request("/api/v2/visit/40001?slow=1", request_id="2slow", agent="tide-widget/0.9")
        request("/api/v2/visit/40002?slow=1", request_id="2gone", agent="tide-widget/0.9", timeout=0.3)
    if number == 4:
        for i in range(90):
            request("/api/v2/visit/40555", request_id=f"burst{i}", agent="harbor-app/4.9 (scanner)", client="c77")
        request("/old/timetable", request_id="4old", agent="Fax-Gateway/1.1")


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), Planner).serve_forever()
    load(int(sys.argv[2]))
