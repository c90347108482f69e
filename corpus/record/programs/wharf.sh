#!/usr/bin/env bash
# Adds the views and forms to the TypeScript program in FOLDER: wharf.sh FOLDER.
# They are alike, as such files are, and were all written for the old model.
set -euo pipefail
cd "$1/src"
mkdir -p views forms
names=(Arrivals Berths Cranes Daily Export Fuel Gate Harbour Inbox Journal Keel Lockage)
for i in "${!names[@]}"; do
	n=${names[$i]}
	cat >"views/$n.ts" <<-END
		import type { Booking } from "../model/booking";
		import { bookings } from "../store/cache";

		/** Rows of the page ${n,,}. */
		export function rows${n}(state: Booking["state"]): string[] {
		  return bookings
		    .all()
		    .filter((b) => b.state === state)
		    .sort((a, b) => a.arrival.localeCompare(b.arrival))
		    .map((b) => \`\${b.ship.toUpperCase()} \${b.arrival.slice(0, 10)}\`);
		}
	END
	cat >"forms/$n.ts" <<-END
		import type { Booking } from "../model/booking";

		/** What the form ${n,,} sends. */
		export function form${n}(b: Booking): Record<string, string> {
		  const length: string = b.ship.length;
		  return { id: b.id, ship: b.ship, length, until: b.departure ?? "open" };
		}
	END
done
