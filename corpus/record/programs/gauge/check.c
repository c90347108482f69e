#include "gauge.h"

#include <stdio.h>

static int failures;

static void expect(const char *what, long got, long want)
{
	if (got == want)
		return;
	failures++;
	printf("check: %s is %ld, want %ld\n", what, got, want);
}

int main(void)
{
	struct gauge g, up;
	uint32_t m;
	expect("a ring of nothing", gauge_open(&g, 0), -GAUGE_EFULL);
	expect("a ring of a day", gauge_open(&g, 288), 0);
	expect("before levelling", gauge_put(&g, (struct gauge_reading){5, 400, 41}), -GAUGE_EZERO);
	gauge_level(&g, 118);
	for (m = 5; m <= 600; m += 5)
		gauge_put(&g, (struct gauge_reading){m, m % 50 == 0 ? GAUGE_HOLE : (int32_t)(370 + m / 6), 40});
	expect("a reading from the past", gauge_put(&g, (struct gauge_reading){15, 400, 41}), -GAUGE_ESTALE);
	expect("holes filled", gauge_fill(&g), 11);
	expect("median of seven", gauge_median(&g, 7), 348);
	expect("stage", gauge_stage(&g, 0), 1);
	expect("rise in two hours", gauge_rise(&g, 2) > 90, 1);
	expect("a jump", gauge_put(&g, (struct gauge_reading){605, 700, 41}), -GAUGE_EJUMP);
	gauge_open(&up, 288);
	gauge_level(&up, 96);
	gauge_close(&up);
	gauge_close(&g);
	printf("check: %d failures\n", failures);
	return failures != 0;
}
