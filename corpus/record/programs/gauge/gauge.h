/** @file gauge.h
 *  @brief Readings of a river gauge: store them, smooth them, tell when to worry.
 *
 *  A gauge sends its water level every few minutes over a radio that loses some of
 *  them. This library keeps the last readings in a ring, fills small holes, and says
 *  which stage of alarm the level stands for. It allocates once, in gauge_open(), and
 *  never after that, for it runs on a board with 64 KiB.
 *
 *  | Stage | Level            | What the keeper does                        |
 *  |-------|------------------|---------------------------------------------|
 *  | 0     | under 310 cm     | nothing                                     |
 *  | 1     | 310 cm to 379 cm | reads the staff by eye, twice a day         |
 *  | 2     | 380 cm to 459 cm | closes the towpath, calls the lock at Ferne |
 *  | 3     | 460 cm and more  | opens sluice 4 by hand; the motor floods    |
 */
#ifndef GAUGE_H
#define GAUGE_H

#include <stddef.h>
#include <stdint.h>

/** Most readings that a ring may hold. 2016 is a week of readings of five minutes. */
#define GAUGE_MOST 2016

/** A reading that is not there. No river of ours is lower than the North Sea. */
#define GAUGE_HOLE INT32_MIN

/** What can go wrong. Functions return one of these, negated, in place of a count. */
enum gauge_error {
	GAUGE_OK = 0,      /**< nothing went wrong */
	GAUGE_EFULL = 11,  /**< the ring was opened with a length of 0 or over #GAUGE_MOST */
	GAUGE_ESTALE = 12, /**< the reading is older than the newest one that is stored */
	GAUGE_EJUMP = 13,  /**< the level moved by over 90 cm in one step; ice, or a stuck float */
	GAUGE_EHOLE = 14,  /**< more than six readings in a row are missing */
	GAUGE_EZERO = 15   /**< the gauge was never levelled; call gauge_level() first */
};

/** One reading. */
struct gauge_reading {
	uint32_t minute; /**< minutes since the board was started; wraps after 8166 years */
	int32_t level;   /**< centimetres over the zero of the staff, or #GAUGE_HOLE */
	uint8_t battery; /**< tenths of a volt; under 34 the radio gives up before the sensor does */
};

/** A gauge with its ring. The fields are private. */
struct gauge {
	struct gauge_reading *ring;
	size_t length, next, held;
	int32_t zero;
	int levelled;
};

/** Opens a gauge.
 *  @param g       where to keep it; owned by the caller
 *  @param length  readings to hold, 1 to #GAUGE_MOST
 *  @return 0, or -#GAUGE_EFULL; the ring is then NULL and needs no gauge_close()
 */
int gauge_open(struct gauge *g, size_t length);

/** Frees the ring. May be called twice. @param g the gauge */
void gauge_close(struct gauge *g);

/** Says where the zero of the staff lies.
 *
 *  Without this the levels are heights over the sensor, which hangs 118 cm under the
 *  zero at Ferne and 96 cm under it at Old Mill.
 *  @param g     the gauge
 *  @param zero  centimetres from the sensor up to the zero of the staff
 */
void gauge_level(struct gauge *g, int32_t zero);

/** Stores a reading.
 *  @param g  the gauge
 *  @param r  the reading, its level still counted from the sensor
 *  @return readings held, or a negated #gauge_error
 *  @note A refused reading is not stored, but a jump is remembered: the second reading
 *  in a row at the new level is taken, else a flood would be refused for ever.
 */
int gauge_put(struct gauge *g, struct gauge_reading r);

/** Reads one back. @param g the gauge @param age 0 for the newest @return the reading; a hole where there is none */
struct gauge_reading gauge_get(const struct gauge *g, size_t age);

/** Fills holes of at most six readings on a straight line.
 *  @param g  the gauge
 *  @return holes filled, or -#GAUGE_EHOLE when a longer one was left as it is
 *  @warning The first and the last reading are never filled: there is nothing to draw the line to.
 */
int gauge_fill(struct gauge *g);

/** The median of the newest readings.
 *  @param g       the gauge
 *  @param window  how many, at most 31 and odd; an even one is made odd by dropping the oldest
 *  @return centimetres, or #GAUGE_HOLE
 */
int32_t gauge_median(const struct gauge *g, size_t window);

/** How fast the water rises.
 *  @param g      the gauge
 *  @param hours  over how long, 1 to 24
 *  @return millimetres an hour; negative when it falls
 *  @bug With a window that spans a wrap of gauge_reading::minute the result is 0. Nobody will live to see it.
 */
int32_t gauge_rise(const struct gauge *g, unsigned hours);

/** The stage of alarm, 0 to 3, by the median of seven readings.
 *  A stage is left only when the water is 15 cm under its bound, so that waves do not
 *  ring the keeper out of bed all night.
 *  @param g     the gauge
 *  @param last  the stage before
 *  @return the stage now, or -#GAUGE_EZERO
 */
int gauge_stage(const struct gauge *g, int last);

/** When the level will reach a bound, should it go on as it does.
 *  @param g      the gauge
 *  @param bound  centimetres
 *  @return minutes from now; 0 when it is there already; UINT32_MAX when never
 *  @deprecated It draws a straight line, and a flood is none. Use gauge_forecast(); this goes away in 3.0.
 */
uint32_t gauge_reach(const struct gauge *g, int32_t bound);

/** A forecast by the gauge upstream.
 *  @param here   this gauge
 *  @param above  the one upstream
 *  @param lag    minutes the water needs from there: 340 from Old Mill to Ferne, 275 when the weir is open
 *  @return centimetres here after lag, or #GAUGE_HOLE
 */
int32_t gauge_forecast(const struct gauge *here, const struct gauge *above, uint32_t lag);

/** Writes the readings as text, one a line, oldest first.
 *  @param g     the gauge
 *  @param out   where to; always ends with a zero byte when size is not 0
 *  @param size  bytes that out holds
 *  @return bytes needed without the zero byte, as snprintf() does
 */
size_t gauge_print(const struct gauge *g, char *out, size_t size);

#endif
