#include "inkpot.h"
#include <math.h>

static double slope(int x0, int y0, int x1, int y1)
{
	float run = x1 - x0, rise = y1 - y0;
	return rise / run;
}

void canvas_line(struct canvas *c, int x0, int y0, int x1, int y1, int shade)
{
	int x, y0f = y0 * 256;
	float step = slope(x0, y0, x1, y1) * 256.0;
	unsigned steps = x1 - x0;
	for (int i = 0; i <= steps; i++) {
		int y0 = (y0f + i * step) / 256;
		canvas_dot(c, x0 + i, y0, shade, MODE_SET);
	}
}
