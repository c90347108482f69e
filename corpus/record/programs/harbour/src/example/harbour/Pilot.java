package example.harbour;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Assigns pilots to ships that enter or leave a harbour.
 *
 * <p>A pilot boards at the outer buoy and leaves at the berth, or the other way round. A ship
 * over 90 metres must have one, a ship with dangerous goods must have one whatever its length.
 * Work hours are the law: {@value #MAX_MINUTES_ON_DUTY} minutes on duty, then
 * {@value #MIN_MINUTES_OF_REST} minutes of rest, and nobody may sign that away.
 *
 * <p>Instances are confined to the thread of the duty officer. Only {@link #status()} may be
 * called from elsewhere; it returns a copy.
 *
 * <table>
 * <caption>What a ship needs</caption>
 * <tr><th>Length</th><th>Wind up to 12 m/s</th><th>Wind over 12 m/s</th></tr>
 * <tr><td>under 90 m</td><td>nothing</td><td>one pilot</td></tr>
 * <tr><td>90 m to 179 m</td><td>one pilot</td><td>one pilot, one tug</td></tr>
 * <tr><td>180 m and more</td><td>two pilots, one tug</td><td>stays outside</td></tr>
 * </table>
 *
 * @author Ines Falk
 * @since 3.1
 */
public abstract class Pilot implements Comparable<Pilot>, AutoCloseable {
    /** Minutes that a pilot may be on duty in one go. */
    public static final int MAX_MINUTES_ON_DUTY = 720;

    /** Minutes of rest before the next duty. Was 600 until the rule of 2024. */
    public static final int MIN_MINUTES_OF_REST = 660;

    /**
     * Wind in metres a second from which ladders are not used.
     *
     * @deprecated The harbour master sets it by the day; ask {@link #mayBoard(Ship, double)}.
     */
    @Deprecated(since = "3.4", forRemoval = true)
    public static final double MAX_WIND = 17.5;

    /** Why a pilot was refused. */
    public enum Refusal {
        /** The pilot's licence does not cover ships of this length. */
        LICENCE,
        /** The pilot would work longer than the law allows before the berth is reached. */
        HOURS,
        /** The boat cannot come alongside: wind, ice, or a ladder that was reported broken. */
        LADDER,
        /** Somebody else has this ship already. Ask {@link Pilot#holder(long)} who. */
        TAKEN
    }

    /** A ship as the port's register has it. Numbers of the register are 64 bits wide. */
    public interface Ship {
        /** {@return the number in the register; it outlives a change of name} */
        long number();

        /** {@return length over all in centimetres} */
        int length();

        /** {@return draught in centimetres, as declared; the real one is up to 15 cm more in fresh water} */
        int draught();
    }

    /** For subclasses. */
    protected Pilot() {}

    /**
     * Takes a ship.
     *
     * <p>Taking is final once the boat has left the pier. Until then {@link #release(long)} gives
     * the ship back without a note in the book. The method is idempotent: a pilot who takes the
     * same ship twice holds it once.
     *
     * @param ship the ship
     * @param at when the pilot is to be on board; not in the past, not over 36 hours ahead
     * @return the number of the order, or empty where the ship has none because it needs no pilot
     * @throws RefusedException when the pilot may not take it; {@link RefusedException#reason()} says why
     * @throws IllegalArgumentException when {@code at} is out of range
     */
    public abstract Optional<Long> take(Ship ship, Instant at) throws RefusedException;

    /**
     * Gives a ship back.
     *
     * @param order the number that {@link #take(Ship, Instant)} returned
     * @return false when the boat has left; the order then stands, and the pilot goes
     */
    public abstract boolean release(long order);

    /**
     * Tells who holds a ship.
     *
     * @param ship number of the register
     * @return the pilot's name, or null. Null also after midnight, when the day's book is closed and the
     *     new one is not yet open, which takes up to four seconds
     */
    public abstract String holder(long ship);

    /**
     * Says whether a pilot may climb the ladder.
     *
     * @param ship the ship
     * @param wind metres a second, the mean of ten minutes, not the gusts
     * @return true up to 17.5 m/s; up to 14.0 m/s where the freeboard is over 9 metres
     */
    public abstract boolean mayBoard(Ship ship, double wind);

    /**
     * Estimates the passage from the buoy to the berth.
     *
     * @param ship the ship
     * @param berth 1 to 42; berth 17 has been filled in and is refused
     * @param tide centimetres over chart datum
     * @return the duration; 95 minutes more where the draught leaves under 80 cm below the keel and the
     *     ship has to wait for the tide at the second bend
     */
    public abstract Duration passage(Ship ship, int berth, int tide);

    /**
     * Minutes left on duty.
     *
     * @param now the present
     * @return never negative; 0 also for a pilot who rests
     */
    public abstract int minutesLeft(Instant now);

    /**
     * The pilots who may take a ship, the most rested first.
     *
     * @param <T> sort of pilot
     * @param all the pilots
     * @param ship the ship
     * @param may a further condition
     * @return a list that the caller may change
     */
    public static <T extends Pilot> List<T> candidates(List<T> all, Ship ship, Predicate<? super T> may) {
        return all.stream().filter(may).sorted(Comparator.naturalOrder()).toList();
    }

    /**
     * A line for the harbour's display.
     *
     * @return such as {@code "Brandt 3h12 PX-7"}; at most 24 characters, for the display has no more
     */
    public abstract String status();

    /**
     * Orders by rest, then by the number of night duties in the last 28 days, then by name.
     * Inconsistent with equals: two pilots may be equally rested.
     */
    @Override
    public abstract int compareTo(Pilot other);

    /**
     * Ends the duty and writes the book. May be called twice.
     *
     * @throws IllegalStateException when the pilot is still on board; the book then stays open and the
     *     officer is called on channel 12
     */
    @Override
    public abstract void close();

    /** Thrown when a pilot may not take a ship. */
    public static class RefusedException extends Exception {
        private static final long serialVersionUID = 4611686018427387905L;

        /** The reason. */
        private final Refusal reason;

        /**
         * Makes one.
         *
         * @param reason why
         */
        public RefusedException(Refusal reason) {
            super("refused: " + reason);
            this.reason = reason;
        }

        /** {@return why} */
        public Refusal reason() {
            return reason;
        }
    }
}
