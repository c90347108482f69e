#include "gauge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int32_t bounds[] = {310, 380, 460};

int gauge_open(struct gauge *g, size_t length)
{
	memset(g, 0, sizeof *g);
	if (length == 0 || length > GAUGE_MOST)
		return -GAUGE_EFULL;
	g->ring = calloc(length, sizeof *g->ring);
	if (!g->ring)
		return -GAUGE_EFULL;
	g->length = length;
	return GAUGE_OK;
}

void gauge_close(struct gauge *g)
{
	free(g->ring);
	g->ring = NULL;
	g->held = 0;
}

void gauge_level(struct gauge *g, int32_t zero)
{
	g->zero = zero;
	g->levelled = 1;
}

struct gauge_reading gauge_get(const struct gauge *g, size_t age)
{
	struct gauge_reading none = {0, GAUGE_HOLE, 0};
	if (age >= g->held)
		return none;
	return g->ring[(g->next + g->length - 1 - age) % g->length];
}

static int jumped(const struct gauge *g, int32_t level)
{
	static int32_t doubted = GAUGE_HOLE;
	struct gauge_reading newest = gauge_get(g, 0);
	if (newest.level == GAUGE_HOLE || level == GAUGE_HOLE)
		return 0;
	if (abs(level - newest.level) <= 90) {
		doubted = GAUGE_HOLE;
		return 0;
	}
	if (doubted != GAUGE_HOLE && abs(level - doubted) <= 10) {
		doubted = GAUGE_HOLE;
		return 0;
	}
	doubted = level;
	return 1;
}

int gauge_put(struct gauge *g, struct gauge_reading r)
{
	if (!g->levelled)
		return -GAUGE_EZERO;
	if (g->held && r.minute <= gauge_get(g, 0).minute)
		return -GAUGE_ESTALE;
	if (r.level != GAUGE_HOLE)
		r.level -= g->zero;
	if (jumped(g, r.level))
		return -GAUGE_EJUMP;
	g->ring[g->next] = r;
	g->next = (g->next + 1) % g->length;
	if (g->held < g->length)
		g->held++;
	return (int)g->held;
}

static struct gauge_reading *at(struct gauge *g, size_t age)
{
	return &g->ring[(g->next + g->length - 1 - age) % g->length];
}

int gauge_fill(struct gauge *g)
{
	int filled = 0, left = 0;
	size_t age = 1;
	while (age + 1 < g->held) {
		size_t run = 0;
		int32_t from, to;
		if (at(g, age)->level != GAUGE_HOLE) {
			age++;
			continue;
		}
		while (age + run + 1 < g->held && at(g, age + run)->level == GAUGE_HOLE)
			run++;
		from = at(g, age - 1)->level;
		to = at(g, age + run)->level;
		if (run > 6 || from == GAUGE_HOLE || to == GAUGE_HOLE) {
			left = 1;
		} else {
			size_t i;
			for (i = 0; i < run; i++)
				at(g, age + i)->level = from + (to - from) * (int32_t)(i + 1) / (int32_t)(run + 1);
			filled += (int)run;
		}
		age += run;
	}
	return left ? -GAUGE_EHOLE : filled;
}

static int smaller(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
	return x < y ? -1 : x > y;
}

int32_t gauge_median(const struct gauge *g, size_t window)
{
	int32_t levels[31];
	size_t i, n = 0;
	if (window > 31)
		window = 31;
	if (window % 2 == 0 && window > 0)
		window--;
	for (i = 0; i < window; i++) {
		struct gauge_reading r = gauge_get(g, i);
		if (r.level != GAUGE_HOLE)
			levels[n++] = r.level;
	}
	if (n == 0)
		return GAUGE_HOLE;
	qsort(levels, n, sizeof *levels, smaller);
	return levels[n / 2];
}

int32_t gauge_rise(const struct gauge *g, unsigned hours)
{
	struct gauge_reading newest = gauge_get(g, 0);
	size_t age;
	for (age = 1; age < g->held; age++) {
		struct gauge_reading r = gauge_get(g, age);
		if (r.level != GAUGE_HOLE && newest.minute - r.minute >= hours * 60)
			return (newest.level - r.level) * 600 / (int32_t)(newest.minute - r.minute);
	}
	return 0;
}

int gauge_stage(const struct gauge *g, int last)
{
	int32_t level = gauge_median(g, 7);
	int stage = 0;
	if (!g->levelled)
		return -GAUGE_EZERO;
	if (level == GAUGE_HOLE)
		return last;
	while (stage < 3 && level >= bounds[stage])
		stage++;
	while (stage < last && level > bounds[stage] - 15)
		stage++;
	return stage;
}

uint32_t gauge_reach(const struct gauge *g, int32_t bound)
{
	int32_t level = gauge_median(g, 3), rise = gauge_rise(g, 2);
	if (level >= bound)
		return 0;
	if (rise <= 0)
		return UINT32_MAX;
	return (uint32_t)((bound - level) * 600 / rise);
}

int32_t gauge_forecast(const struct gauge *here, const struct gauge *above, uint32_t lag)
{
	int32_t now = gauge_median(here, 5), then = GAUGE_HOLE, up = gauge_median(above, 5);
	struct gauge_reading newest = gauge_get(above, 0);
	size_t age;
	for (age = 0; age < above->held; age++) {
		struct gauge_reading r = gauge_get(above, age);
		if (newest.minute - r.minute >= lag) {
			then = r.level;
			break;
		}
	}
	if (now == GAUGE_HOLE || then == GAUGE_HOLE || up == GAUGE_HOLE)
		return GAUGE_HOLE;
	return now + (up - then) * 7 / 10;
}

size_t gauge_print(const struct gauge *g, char *out, size_t size)
{
	size_t used = 0, age;
	for (age = g->held; age-- > 0;) {
		struct gauge_reading r = gauge_get(g, age);
		int n;
		if (r.level == GAUGE_HOLE)
			n = snprintf(out + used, used < size ? size - used : 0, "%u -\n", (unsigned)r.minute);
		else
			n = snprintf(out + used, used < size ? size - used : 0, "%u %d\n", (unsigned)r.minute, (int)r.level);
		used += (size_t)n;
	}
	return used;
}
