# The cases of the kind log; sourced by record.sh.

tool go go env GOVERSION
if wanted log/parcel-soak.log; then
	(cd "$room/parcel" && go build -o "$room/bin/" ./soak)
fi
record log/parcel-soak.log run "$room/bin/soak"
rm -f "$room"/run/*
record log/go-test.log parcel "go test -v ./..."
tool python /usr/bin/python3 --version
record log/unittest.log tides "/usr/bin/python3 -B -m unittest -v"
tool gcc gcc -dumpfullversion
tool make make --version
record log/make.log inkpot "make -k"
tool npm npm --version
tool node node --version
record log/npm-test.log queue "npm test"
tool git git --version
if wanted log/git-log.log; then
	bash "$room/history.sh" "$room/history" "$room"
fi
record log/git-log.log history "git log --stat"

if wanted log/git-show.log; then
	bash "$room/refactor.sh" "$room/refactor" "$here/programs"
fi
record log/git-show.log refactor "git show"

# Compilers and tests.
record log/go-race.log dockyard "go test -race -v ./..."
if wanted log/go-build.log; then
	bash "$room/lines.sh" "$room/lines"
fi
record log/go-build.log . "cd lines && go build ./..."
if wanted log/tsc.log; then
	bash "$room/wharf.sh" "$room/wharf"
	(cd "$room/wharf" && npm install --no-audit --no-fund --loglevel=error >/dev/null)
fi
tool typescript node -p 'require("'"$room"'/wharf/package.json").devDependencies.typescript'
record log/tsc.log wharf "npm run build"
tool java javac -version
record log/java-ferry.log ferrydesk "javac -d classes Ferry.java && java -Djava.util.logging.config.file=logging.properties -cp classes Ferry"
tool g++ g++ -dumpfullversion
record log/cpp-templates.log quay "make -k"
tool cargo cargo --version
record log/cargo-test.log lamp "RUST_BACKTRACE=1 cargo test --offline -- --test-threads=1 --show-output"
tool perl perl -e 'print substr($^V, 1)'
record log/prove.log rain "prove -v -l t"

# Tools that watch a program.
package valgrind gdb strace
if wanted log/valgrind.log log/strace.log log/gdb.log; then
	(cd "$room/buoy" && bash spool.sh spool && gcc -g -O0 -o buoy buoy.c && gcc -g -O0 -pthread -o lock lock.c)
fi
tool valgrind valgrind --version
record log/valgrind.log buoy "apart valgrind --leak-check=full --show-leak-kinds=all --track-origins=yes -s ./buoy spool"
tool strace strace --version
record log/strace.log buoy "apart strace -f -s 160 ./buoy spool"
tool gdb gdb --version
record log/gdb.log buoy "apart gdb -q -batch -nx -ex 'set debuginfod enabled off' -ex run -ex 'info threads' -ex 'thread apply all bt full' -ex 'print sea' -ex 'print land' ./lock"

# Servers under load and faults.
package postgresql nginx-light redis-server memcached rsyslog
tool postgresql bash -c 'echo /usr/lib/postgresql/*/bin/postgres | xargs -I{} {} --version'
record log/postgres.log . "apart bash servers/postgres.sh $room/db"
tool nginx nginx -v
record log/nginx.log . "apart bash servers/nginx.sh $room/web"
tool redis redis-server --version
record log/redis.log . "apart bash servers/redis.sh $room/cache"
tool memcached memcached --version
record log/memcached.log . "apart bash servers/memcached.sh $room/memo"
tool rsyslog rsyslogd -v
record log/syslog.log . "apart bash servers/syslog.sh $room/syslog"

# Packages, files and processes.
tool dpkg dpkg --version
if wanted log/dpkg-install.log; then
	bash "$room/trees/debs.sh" "$room/debs"
fi
record log/dpkg-install.log . "cd debs && dpkg --root=$room/debs/root --force-script-chrootless -i pool/*.deb"
if wanted log/npm-ls.log; then
	bash "$room/trees/npm.sh" "$room/port"
fi
record log/npm-ls.log . "cd port && npm ls --all --logs-max=0"
if wanted log/ls.log; then
	bash "$room/trees/files.sh" "$room/srv/harbor"
fi
record log/ls.log . "cd srv && apart ls -lAR --time-style=long-iso harbor"
record log/ps.log . "apart bash trees/processes.sh"

# Tables, and languages without spaces.
package sqlite3
tool sqlite sqlite3 --version
record log/sqlite-csv.log sql "sqlite3 :memory: <moorings.sql"
record log/psql-migration.log sql "apart bash psql.sh $room/migration migrate.sql"
record log/shiosai-ja.log shiosai "/usr/bin/python3 -B shiosai.py"
record log/matou-zh.log shiosai "/usr/bin/python3 -B zh.py"
