# The cases of the kind text; sourced by record.sh.

record text/handbook.txt parcel "cat HANDBOOK.md"
record text/go-doc.txt parcel "for p in api fare journal; do go doc -all -u ./\$p; done"
