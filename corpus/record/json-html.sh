# The cases of the kinds json and html; sourced by record.sh.

# need CASE... -- COMMAND...: run a preparation when one of the cases is wanted.
need() {
	local names=()
	while [ "$1" != -- ]; do
		names+=("$1")
		shift
	done
	shift
	! wanted "${names[@]}" || "$@"
}
# inside FOLDER COMMAND: run a shell line in a folder of the room.
inside() {
	(cd "$room/$1" && bash -c "$2") >/dev/null 2>&1 || { echo "record: failed in $1: $2" >&2; return 1; }
}
# answers URL: wait until a server of ours answers.
answers() {
	local tries
	for tries in $(seq 100); do
		curl -s -o /dev/null "$1" && return
		sleep 0.1
	done
	echo "record: nothing answers at $1" >&2
	return 1
}

# Go's own tools.
need json/parcels.json -- inside parcel "go build -o $room/bin/ ./soak"
record json/parcels.json run "$room/bin/soak -list"
record testreport/go-test.jsonl parcel "go test -json ./..."
record json/go-list.json parcel "go list -json net/http/... encoding/..."
record html/coverage.html parcel "go test -coverprofile=$room/cover.out ./api ./journal ./soak >/dev/null && go tool cover -html=$room/cover.out -o /dev/stdout"
record html/pydoc.html tides "/usr/bin/python3 -B -m pydoc -w tides >/dev/null && cat tides.html"

# A service of our own on loopback, its night log, and a web server before it.
api=(json/ferry-{bookings,incidents,metrics,config,crew,routes}.json html/ferry-{status,manifest}.html html/apache-{index,status}.html)
need "${api[@]}" json/ferry-night.jsonl json/ferry-week.jsonl -- inside ferry "go build -o $room/bin/ferry ."
record json/ferry-night.jsonl run "$room/bin/ferry night 1500 640"
record json/ferry-week.jsonl run "$room/bin/ferry night 9000 4100"
start_ferry() {
	package curl apache2
	tool apache2 /usr/sbin/apache2 -v
	bash "$room/quay/files.sh" "$room/quay/site" >/dev/null
	background "$room/bin/ferry" >/dev/null
	background /usr/sbin/apache2 -DFOREGROUND -f "$room/quay/httpd.conf" >/dev/null 2>&1
	answers http://127.0.0.1:8474/status
	answers http://127.0.0.1:8475/
}
need "${api[@]}" -- start_ferry
record json/ferry-bookings.json run "curl -s 'http://127.0.0.1:8474/v1/bookings?page=3'"
record json/ferry-incidents.json run "curl -s http://127.0.0.1:8474/v1/incidents"
record json/ferry-metrics.json run "curl -s http://127.0.0.1:8474/v1/metrics/range"
record json/ferry-config.json run "curl -s http://127.0.0.1:8474/v1/config"
record json/ferry-crew.json run "curl -s http://127.0.0.1:8474/v1/crew"
record json/ferry-routes.json run "curl -s http://127.0.0.1:8474/v1/routes.geojson"
record html/ferry-status.html run "curl -s http://127.0.0.1:8474/status"
record html/ferry-manifest.html run "curl -s http://127.0.0.1:8474/manifest/S4473"
record html/apache-index.html run "curl -s http://127.0.0.1:8475/"
need html/apache-status.html -- inside run 'for i in $(seq 60); do curl -s -o /dev/null "http://127.0.0.1:8475/gauges/status?turn=$i"; done; curl -s -o /dev/null http://127.0.0.1:8475/obs-1899-01-01.csv.gz; (curl -s --limit-rate 100k -o /dev/null http://127.0.0.1:8475/obs-2026-03-18.img & echo $! >slow.pid); sleep 1'
record html/apache-status.html run "curl -s http://127.0.0.1:8475/server-status"
need html/apache-status.html -- inside run 'kill $(cat slow.pid); true'

# Rust: a workspace of our own crates.
need json/cargo-metadata.json json/cargo-build.jsonl -- inside canal "bash make.sh ."
need json/cargo-metadata.json json/cargo-build.jsonl -- tool cargo cargo --version
record json/cargo-metadata.json canal "cargo metadata --offline --quiet --format-version 1"
record json/cargo-build.jsonl canal "cargo build --offline --quiet --message-format=json 2>/dev/null"

# JavaScript.
need json/npm-ls.json -- inside troupe "/usr/bin/python3 -B make.py ."
record json/npm-ls.json troupe "npm ls --all --json 2>/dev/null"
need json/eslint.json -- package eslint node-v8-compile-cache
need json/eslint.json -- tool eslint env NODE_PATH=/usr/share/nodejs eslint --version
record json/eslint.json loom "NODE_PATH=/usr/share/nodejs:/usr/lib/nodejs eslint -f json ."

# C: diagnostics, documentation, coverage.
need json/gcc-analyzer.json -- tool gcc gcc -dumpfullversion
record json/gcc-analyzer.json gauge "gcc -std=c11 -Wall -Wextra -fanalyzer -c -fdiagnostics-format=json radio.c"
need html/doxygen.html -- package doxygen
need html/doxygen.html -- tool doxygen doxygen --version
record html/doxygen.html gauge "doxygen >/dev/null 2>&1 && cat doc/html/gauge_8h.html"
need html/genhtml.html -- package lcov
need html/genhtml.html -- tool lcov lcov --version
need html/genhtml.html -- inside gauge "gcc -std=c11 -O0 --coverage -o check gauge.c check.c && ./check; lcov -q -c -d . -o cover.info"
record html/genhtml.html gauge "genhtml -q -o cover cover.info && cat cover/gauge/gauge.c.gcov.html"
need html/cppcheck.html -- package cppcheck
need html/cppcheck.html -- tool cppcheck cppcheck --version
record html/cppcheck.html gauge "cppcheck -q --enable=all --xml radio.c gauge.c check.c 2>found.xml && cppcheck-htmlreport --file=found.xml --report-dir=found --source-dir=. --title=gauge >/dev/null && cat found/index.html"

# Python: lint, coverage, a page that goes wrong.
need json/pylint.json json/bandit.json html/bandit.html html/python-coverage.html -- package pylint bandit python3-coverage
need json/pylint.json -- tool pylint pylint --version
need json/bandit.json html/bandit.html -- tool bandit bandit --version
need html/python-coverage.html -- tool python-coverage /usr/bin/python3-coverage --version
record json/pylint.json almanac "pylint -f json almanac serve.py"
record html/bandit.html almanac "bandit -q -r -f html almanac"
record html/python-coverage.html almanac "/usr/bin/python3-coverage run --branch --source=almanac -m unittest -q tests.test_almanac 2>/dev/null; /usr/bin/python3-coverage html -q && cat htmlcov/*_beds_py.html"
record html/cgi-traceback.html almanac "/usr/bin/python3 -B -W ignore serve.py"

# Ruby.
need html/rspec.html json/rspec.json -- package ruby-rspec
need html/rspec.html json/rspec.json -- tool rspec rspec --version
record html/rspec.html beacon "rspec -f html beacon_spec.rb"
record json/rspec.json beacon "rspec -f json beacon_spec.rb"

# Java.
need html/javadoc.html -- tool javadoc javadoc --version
record html/javadoc.html harbour "javadoc -quiet -notimestamp -d doc src/example/harbour/*.java && cat doc/example/harbour/Pilot.html"

# Databases.
ledger="SELECT p.id, p.day, a.name AS account, a.kind, p.partner, p.minor, p.memo, p.voucher FROM posting p JOIN account a ON a.id = p.account WHERE p.voucher IS NULL OR p.voucher BETWEEN 'V07200' AND 'V07700' ORDER BY p.id"
need json/sqlite.json html/sqlite.html -- package sqlite3
need json/sqlite.json html/sqlite.html -- tool sqlite3 sqlite3 --version
need json/sqlite.json html/sqlite.html -- inside ledger "sqlite3 mill.db <ledger.sql"
record json/sqlite.json ledger "sqlite3 -json mill.db \"$ledger\""
record html/sqlite.html ledger "sqlite3 -html -header mill.db \"$ledger\""
start_postgres() {
	package postgresql
	local bin
	bin=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
	tool postgresql "$bin/postgres" --version
	install -d -o postgres "$room/pg"
	su postgres -c "$bin/initdb -A trust -D $room/pg/data >/dev/null && $bin/pg_ctl -s -w -D $room/pg/data -o \"-k $room/pg -c listen_addresses='' -c jit=off -c autovacuum=off\" -l $room/pg/log start"
	inside ledger "psql -X -q -h $room/pg -U postgres -f warehouse.sql"
}
stop_postgres() { su postgres -c "$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)/pg_ctl -s -m fast -D $room/pg/data stop"; }
need json/postgres-explain.json html/postgres-table.html -- start_postgres
record json/postgres-explain.json ledger "psql -X -q -A -t -h $room/pg -U postgres -f slow.sql"
record html/postgres-table.html ledger "psql -X -q -H -h $room/pg -U postgres -f july.sql"
need json/postgres-explain.json html/postgres-table.html -- stop_postgres

# The network, in a namespace of its own.
need json/ip-addr.json json/ip-route.json -- tool iproute2 ip -V
if wanted json/ip-addr.json; then
	record json/ip-addr.json run "unshare --net bash $room/links.sh addr"
fi
if wanted json/ip-route.json; then
	record json/ip-route.json run "unshare --net bash $room/links.sh route"
fi

# History.
need json/git-log.json html/gitweb.html -- bash "$room/history.sh" "$room/history-json" "$room"
record json/git-log.json history-json "/usr/bin/python3 -B $room/commits.py"
need html/gitweb.html -- package gitweb libcgi-pm-perl
record html/gitweb.html history-json "printf '\$projectroot = \"$room\"; \$projects_list_description_width = 40; \$feature{timed}{default} = [0];' >../gitweb.conf; GATEWAY_INTERFACE=CGI/1.1 REQUEST_METHOD=GET SERVER_NAME=localhost SCRIPT_NAME=/git QUERY_STRING='p=history-json/.git;a=commitdiff;h='\$(git rev-parse HEAD~37) GITWEB_CONFIG=$room/gitweb.conf /usr/lib/cgi-bin/gitweb.cgi 2>/dev/null | sed '1,/^\r*\$/d'"

# A plan of Terraform, which Debian has not: skipped where it is missing.
if command -v terraform >/dev/null; then
	export CHECKPOINT_DISABLE=1
	unset TF_CLI_CONFIG_FILE
	need json/terraform-plan.json -- tool terraform terraform version
	need json/terraform-plan.json -- inside orchestra "terraform init && terraform apply -auto-approve -var year=2025 -var code_word=oboe && terraform plan -out next.plan"
	record json/terraform-plan.json orchestra "terraform show -json next.plan 2>/dev/null"
else
	echo "record: no terraform here; json/terraform-plan.json stays as it is" >&2
fi

# Documents.
need html/pandoc-ja.html html/asciidoctor.html html/sphinx.html html/man.html -- package pandoc asciidoctor python3-sphinx groff
need html/pandoc-ja.html -- tool pandoc pandoc --version
need html/asciidoctor.html -- tool asciidoctor asciidoctor --version
need html/sphinx.html -- tool sphinx sphinx-build --version
need html/man.html -- tool groff groff --version
record html/pandoc-ja.html papers "pandoc -s -t html kura.md"
record html/asciidoctor.html papers "asciidoctor -o - release.adoc"
record html/sphinx.html papers/sphinx "sphinx-build -q -b html . out >/dev/null 2>&1; cat out/index.html"
record html/man.html papers "groff -k -Thtml -man relay.8 2>/dev/null"
