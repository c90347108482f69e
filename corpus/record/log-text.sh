# The cases of the kinds log and text; sourced by record.sh.

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

record text/handbook.txt parcel "cat HANDBOOK.md"
record text/go-doc.txt parcel "for p in api fare journal; do go doc -all -u ./\$p; done"
