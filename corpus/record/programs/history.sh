#!/usr/bin/env bash
# Makes a small repository with a long history: history.sh FOLDER PROGRAMS. The
# authors, dates and changes are fixed, so that the history is the same each time.
set -euo pipefail
folder=$1 sources=$2
mkdir -p "$folder"
cd "$folder"
git init -q -b main
git config user.name "Ines Falk"
git config user.email "ines@example.com"
verbs=(explain tighten simplify reword sort align rename split)
nouns=("the price table" "the depot list" "the hold rule" "the segment limit" "the scanner reply" "the audit note" "the refusal text")
commit() { # NUMBER AUTHOR MESSAGE [BODY]
	local when="2026-03-$(printf %02d $((1 + $1 / 4))) $(printf %02d $((8 + 3 * ($1 % 4)))):1$(($1 % 6)):00 +0100"
	git add -A
	GIT_AUTHOR_NAME=${2% <*} GIT_AUTHOR_EMAIL=${2#*<} GIT_AUTHOR_DATE=$when GIT_COMMITTER_DATE=$when \
		git commit -q --allow-empty -m "$3" ${4:+-m "$4"}
}
ines="Ines Falk <ines@example.com" tomas="Tomas Brandt <tomas@example.com" yuki="Yuki Arai <yuki@example.com"
people=("$ines" "$tomas" "$ines" "$yuki")
cp -r "$sources"/parcel/. .
cp -r "$sources"/tides .
sed -i 's/if km <= bound/if km < bound/' fare/fare.go
commit 0 "$ines" "Begin the tracking service"
for i in $(seq 1 95); do
	verb=${verbs[$((i % 8))]} noun=${nouns[$((i % 7))]}
	case $i in
	41)
		sed -i 's/if km < bound/if km <= bound/' fare/fare.go
		printf '\nA bound belongs to the zone before it, says the carrier.\n' >>HANDBOOK.md
		commit $i "$tomas" "fare: count a bound to the cheaper zone" \
			"The carrier's table of March reads so. Nobody could find the old contract; if an accountant objects, this is the change to take back."
		;;
	52)
		printf 'package journal\n\n// MaxNote is the longest note in bytes.\nconst MaxNote = 200\n' >journal/note.go
		commit $i "$yuki" "journal: name the limit of a note"
		;;
	58)
		git rm -q -r tides
		commit $i "$ines" "Remove the tide tables" "They went to a repository of their own and have not been built here since January."
		;;
	66)
		git rm -q journal/note.go
		commit $i "$tomas" "Revert \"journal: name the limit of a note\"" "Two depots send notes of 240 bytes. Reported by the night shift in Husum."
		;;
	*)
		file=notes/$((i % 5)).txt
		mkdir -p notes
		printf '%s %s\n' "$verb" "$noun" >>"$file"
		[ $((i % 3)) = 0 ] && printf '// %s %s.\n' "$verb" "$noun" >>fare/fare.go
		[ $((i % 10)) = 0 ] && printf '\n%s %s, again.\n' "$verb" "$noun" >>HANDBOOK.md
		commit $i "${people[$((i % 4))]}" "${verb^} $noun"
		;;
	esac
done
