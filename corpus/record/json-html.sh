# The cases of the kinds json and html; sourced by record.sh.

if wanted json/parcels.json; then
	(cd "$room/parcel" && go build -o "$room/bin/" ./soak)
fi
record json/parcels.json run "$room/bin/soak -list"
record json/go-test.json parcel "go test -json ./..."
record json/go-list.json parcel "go list -json net/http/... encoding/..."
record html/coverage.html parcel "go test -coverprofile=$room/cover.out ./journal >/dev/null && go tool cover -html=$room/cover.out -o /dev/stdout"
record html/pydoc.html tides "/usr/bin/python3 -B -m pydoc -w tides >/dev/null && cat tides.html"
