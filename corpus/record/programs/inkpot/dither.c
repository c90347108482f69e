#include "inkpot.h"

static const unsigned char bayer[4][4] = {
	{ 0, 8, 2, 10 }, { 12, 4, 14, 6 }, { 3, 11, 1, 9 }, { 15, 7, 13, 5 }
};

static int clamp(long value)
{
	return value < 0 ? 0 : value > 255 ? 255 : value;
}

void canvas_dither(struct canvas *c, int levels)
{
	unsigned width = c->width, height = c->height;
	float step = 255.0 / (levels - 1);
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++) {
			size_t at = y * width + x;
			int threshold = bayer[y % 4][x % 4] * 16;
			int level = c->ink[at] / step;
			int rest = c->ink[at] - level * step;
			unsigned char step = rest * 4 > threshold ? level + 1 : level;
			c->ink[at] = clamp(step * 255 / (levels - 1));
		}
}
