"""Writes a thread of letters as a mail box. The letters stand below; headers and quotes are made."""
import textwrap

people = {
    "ines": "Ines Falk <ines@example.com>", "tomas": "Tomas Brandt <tomas@example.com>",
    "yuki": "Yuki Arai <yuki@example.com>", "marit": "Marit Solberg <marit@example.org>",
    "olaf": "Olaf Petersen <olaf@example.net>",
}
# Author, hours after the first, letter that is answered (or -1), paragraphs of it that are quoted, text.
letters = [
    ("marit", 0, -1, [], """\
I have to say by Friday how the new ferry line counts its passengers, and I would like to hear from you first. The law asks for a list with names before the ship leaves, for every trip of more than 20 nautical miles. Ours has 22.

There are three proposals. The first is that the gate at the quay counts tickets. The second is a person with a tablet on the ramp. The third is both, with the captain deciding when they differ.

The ship has 400 places. Eleven minutes are planned for boarding."""),
    ("olaf", 2, 0, [1], """\
The gate counts tickets, not people. Children under four have no ticket. On a Sunday in July that was 37 of 380 passengers on my old line.

A person with a tablet counts people but makes mistakes of about one in a hundred when it rains. I have done it for two seasons. The trick is to count shoes and divide, and I am not joking."""),
    ("tomas", 5, 0, [1], """\
I would let the gate do it and give small children a ticket that costs nothing. Then the list is in the computer at the moment at which the last person has passed, and there is nothing to reconcile.

The gates can do 34 people per minute each. With two of them 400 people take six minutes."""),
    ("yuki", 9, 2, [1], """\
34 per minute is from the leaflet. I stood beside such a gate for an afternoon: 19, with luggage. With two gates that is 400 in ten and a half minutes, of your eleven. With prams it is not enough."""),
    ("tomas", 10, 3, [0], """\
You are right, I had the leaflet. Three gates then? There is room for three at the north side only, where the roof is."""),
    ("ines", 26, 0, [0, 1], """\
Please look at what the list is for before choosing how to make it. It is read twice: by the captain before leaving, who needs a number, and by the coast guard when something has happened, who needs names. The second reader has the list only if it is ashore. A tablet on the ramp goes with the ship.

In the accident off the Skerries in the year before last the list was on the ship, on a tablet in a locked drawer of the office on deck 3. They counted the people by calling their families. It took until the next morning to know that nobody was missing.

So, whatever you choose: it must be ashore before the ropes are off. That is a condition and not a wish."""),
    ("olaf", 28, 5, [2], """\
I did not know this about the drawer. I was on the other boat that night, the one which took them over. We had 212 on board after it and I counted shoes.

Then the tablet is out, or it needs a connection, and at our quay the telephone network goes away when the ship is alongside. It is a big piece of steel."""),
    ("yuki", 31, 6, [1], """\
I measured it. With the ship alongside there is no network on the ramp and for 60 metres around it. At the gate on the north side there is.

There is a cable in the quay, however, that was laid for the old ticket office and ends 8 metres from the ramp. I looked into the box. It is dry and it works."""),
    ("marit", 33, -1, [], """\
Thank you. The shipping office answered my question about children in the meantime: they have to be on the list, by name, from birth. A ticket that costs nothing is allowed. They also say that the list may have mistakes in names but none in number."""),
    ("tomas", 47, 8, [0], """\
No mistakes in number is hard for any single way of counting. Two independent ones that agree are worth more than one good one. Let us see: the gates are wrong once in about 2,000 passengers, mostly someone who goes back for a bag and comes again. A person is wrong once in 100. If they differ, count again with the gates closed. If they agree, both would have to be wrong by the same number in the same direction.

With a trip of 400 the gates differ from the truth on every fifth trip, then, and the person on nearly every one, by about four. They would almost never agree. So this does not work with a person on the ramp, however nice it sounds. It works with two machines."""),
    ("ines", 49, 9, [1], """\
This is the first time that someone in this thread has multiplied. Thank you.

What about the stairs? Everybody who boards on foot goes up one of two stairs to deck 4. A beam across each stair, with a counter for up and down, costs nearly nothing, and is on the ship, and the ship's own network reaches the cable of Yuki once the plug is in."""),
    ("olaf", 51, 10, [1], """\
People in cars do not take the stairs until the ship has left. They sit and finish their sandwiches. But for those the gate is the barrier of the car deck, and there we do have a person, who has to look into each car anyway. In cars I never counted wrongly; they hold still."""),
    ("yuki", 70, 10, [1], """\
I borrowed two beams from the museum and put them on the stairs of the old ship for three days. 14 trips, 3,911 passengers on foot by the gates, 3,902 by the beams. The difference of 9 is two school classes that went up holding hands. If a class is announced, someone has to count it by hand; they are always announced.

Without the classes: no difference on 12 trips, a difference of one on 2 trips. In both of these the gate was wrong; a man had gone back for his dog."""),
    ("marit", 72, 12, [0, 1], """\
This is better than I hoped. I shall write the following to the shipping office, unless somebody says no by tomorrow at noon.

Three gates at the north side. Every passenger has a ticket, also those who pay nothing. Beams on both stairs. The ramp closes four minutes before departure. When gates, car deck and beams agree, the list goes ashore through the cable and the captain gets the number on the bridge. When they do not agree, the steward counts with the gates closed; and if the third count does not agree with one of the others, the ship does not leave.

School classes are counted by their teachers, and the steward enters the number.

It costs 61,500, which is 8,500 below what we have."""),
    ("tomas", 74, 13, [1], """\
Yes from me. One thing: write down which count is taken when two of three agree. I would take the two. It sounds obvious, and it will be a quarrel at 6:55 on a Monday if it does not stand anywhere."""),
    ("ines", 75, 13, [1], """\
Yes. And please write that a list which did not arrive ashore is the same as a list that does not exist. The captain must see that it has arrived, and not only that it was sent."""),
    ("olaf", 78, 13, [3], """\
Yes, and keep the 8,500 for heating under the beams. They go blind when there is ice on the glass, and then they say zero, and zero looks so very calm."""),
    ("marit", 96, -1, [], """\
Sent, with the two of three, the arrival, and the heating. The office has confirmed under the number SO-2026-1187 and wants to see it work on the first three trips. These are on 4, 5 and 6 July, and whoever has written in this thread travels for free."""),
]
numbers = {}
for n, (who, hours, parent, quoted, text) in enumerate(letters):
    day, hour = 8 + (9 + hours) // 24, (9 + hours) % 24
    print(f"From {people[who].split('<')[1][:-1]} {['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][(day - 8) % 7]} Jun {day:2d} {hour:02d}:{n * 7 % 60:02d}:00 2026")
    print(f"From: {people[who]}\nTo: ferry-line@lists.example.org")
    print(f"Date: {['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][(day - 8) % 7]}, {day} Jun 2026 {hour:02d}:{n * 7 % 60:02d}:00 +0200")
    print(f"Subject: {'Re: ' if parent >= 0 else ''}Counting passengers on the new line")
    print(f"Message-ID: <{n + 1:03d}.{day}{hour:02d}@lists.example.org>")
    if parent >= 0:
        print(f"In-Reply-To: <{parent + 1:03d}.{numbers[parent]}@lists.example.org>")
    numbers[n] = f"{day}{hour:02d}"
    print("Content-Type: text/plain; charset=utf-8\n")
    if parent >= 0:
        print(f"{people[letters[parent][0]].split(' <')[0]} wrote:\n")
        paragraphs = letters[parent][4].split("\n\n")
        for q in quoted:
            print(textwrap.fill(paragraphs[q], 70, initial_indent="> ", subsequent_indent="> ") + "\n>")
        print()
    for p in text.split("\n\n"):
        print(textwrap.fill(p, 72) + "\n")
    print(f"-- \n{people[who].split(' ')[0]}\n")
