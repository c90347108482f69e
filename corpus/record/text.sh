# The cases of the kind text; sourced by record.sh. The documents are the
# project's own and stand in programs/docs.

record text/handbook.txt parcel "cat HANDBOOK.md"
record text/go-doc.txt parcel "for p in api fare journal; do go doc -all -u ./\$p; done"
record text/runbook.md docs "cat runbook-failover.md"
record text/postmortem.md docs "cat postmortem.md"
record text/minutes.md docs "cat minutes.md"
record text/lease-note.txt docs "cat lease-note.txt"
record text/gauges.rst docs "cat gauges.rst"
record text/keeper.txt docs "cat report-of-the-keeper.txt"
record text/shift-ja.txt docs "cat shift-ja.txt"
record text/incident-zh.md docs "cat incident-zh.md"
record text/faq-ko.md docs "cat faq-ko.md"
record text/changelog.md docs "/usr/bin/python3 -B changelog.py"
record text/letters.mbox docs "/usr/bin/python3 -B letters.py"
record text/fleetctl-help.txt docs "COLUMNS=80 /usr/bin/python3 -B fleetctl.py help --all"
package man-db
tool man man --version
record text/berthctl-man.txt docs "MANWIDTH=72 man -l berthctl.1"
record text/all-docs.txt docs "tail -n +1 *.md *.rst *.txt"
