"""fleetctl looks after the boats of a harbour. Only its help is ever read here."""
import argparse
import sys

commands = {
    "boat": ("boats and what is known of them", {
        "list": ("list the boats", [("--class", "only boats of this class: tug, pilot, fire, dredger or launch"), ("--idle-since", "only boats that have not moved since this time")]),
        "show": ("print one boat", [("--history", "also print its last 200 movements")]),
        "retire": ("take a boat out of service; its number is never given again", [("--reason", "printed in the register"), ("--effective", "date; the default is the end of the quarter and not today")]),
    }),
    "crew": ("people and the hours they may work", {
        "assign": ("assign somebody to a boat", [("--from", "begin of the duty"), ("--hours", "length of the duty, at most 14; above 11 a second person must agree"), ("--ignore-rest", "assign although the rest before is shorter than 10 hours; this is reported to the authority each month")]),
        "rest": ("print who has to rest and until when", [("--at", "time to look at, by default now")]),
        "swap": ("exchange two duties", [("--with", "number of the other duty"), ("--silent", "do not send messages to the two")]),
    }),
    "fuel": ("fuel and where it went", {
        "fill": ("enter that a boat was filled", [("--litres", "volume at 15 degrees; use --raw for what the pump shows"), ("--raw", "volume as shown by the pump, converted with the temperature of the tank")]),
        "report": ("print the use per boat and hour", [("--month", "month, as 2026-05"), ("--outliers", "only boats whose use differs by more than 18 percent from their own mean")]),
        "audit": ("compare tanks, pumps and books", [("--tolerance", "litres per tank that are not reported, 40 by default"), ("--freeze-pumps", "close all pumps during the comparison, which takes about six minutes")]),
    }),
    "job": ("jobs such as tows, escorts and dives", {
        "plan": ("plan a job", [("--kind", "tow, escort, dive or survey"), ("--bollard-pull", "tonnes that are needed; boats with less are not offered"), ("--no-backup", "plan a tow over 30000 tonnes without a second boat; needs the key of the harbour master")]),
        "start": ("note that a job has begun", [("--late-because", "asked for when it begins more than 15 minutes late")]),
        "abort": ("end a job that cannot be finished", [("--keep-fee", "charge the customer all the same"), ("--failure", "kind of failure: engine, line, weather or other")]),
        "bill": ("print the bill of a job", [("--draft", "do not give it a number yet")]),
    }),
    "survey": ("depths and their charts", {
        "load": ("load soundings of a survey boat", [("--sound-speed", "metres per second, 1481 by default, which is right for fresh water of 20 degrees and for nothing else"), ("--tide-from", "gauge whose level is subtracted; gauge 4 by default")]),
        "diff": ("compare two surveys", [("--shallower", "only places that have become shallower by at least this many centimetres")]),
        "publish": ("make a survey the one that pilots see", [("--undo", "go back to the one before; possible for 72 hours"), ("--expert", "publish although more than 2 percent of the soundings are missing")]),
    }),
    "alarm": ("alarms and who hears them", {
        "list": ("list alarms", [("--all", "also those that were muted")]),
        "mute": ("mute an alarm", [("--minutes", "at most 720; alarms of the class man-overboard cannot be muted and the command says so only in its exit status, which is 9")]),
        "test": ("ring all bells", [("--quiet", "ring those without a loudspeaker")]),
    }),
}
common = [("--site", "site to talk to"), ("--format", "text, json or lines"), ("--yes", "do not ask"), ("--dry-run", "say what would be done"), ("--log-level", "error, warning, info or debug"), ("--timeout", "seconds after which to give up, 10 by default")]


def parser():
    top = argparse.ArgumentParser(prog="fleetctl", description=__doc__)
    groups = top.add_subparsers(metavar="GROUP")
    leaves = []
    for group, (about, verbs) in commands.items():
        g = groups.add_parser(group, help=about, description=f"Group of commands: {about}.")
        sub = g.add_subparsers(metavar="COMMAND")
        leaves.append(g)
        for verb, (text, options) in verbs.items():
            v = sub.add_parser(verb, help=text, description=text[0].upper() + text[1:] + ".")
            v.add_argument("number", nargs="?", help="number of the record")
            for name, help_text in options:
                v.add_argument(name, help=help_text, metavar=name.strip("-").split("-")[0].upper())
            every = v.add_argument_group("options of every command")
            for name, help_text in common:
                every.add_argument(name, help=help_text, metavar="X")
            leaves.append(v)
    return top, leaves


if __name__ == "__main__":
    top, leaves = parser()
    if sys.argv[1:] == ["help", "--all"]:
        for p in [top, *leaves]:
            print(p.format_help())
            print("-" * 72)
    else:
        top.parse_args()
