#include "inkpot.h"
#include <stdlib.h>

int canvas_open(struct canvas *c, int width, int height)
{
	size_t size = width * height;
	c->width = width;
	c->height = height;
	c->ink = calloc(size, 1);
	return c->ink ? 0 : -1;
}

void canvas_close(struct canvas *c)
{
	free(c->ink);
	c->ink = NULL;
}

void canvas_dot(struct canvas *c, int x, int y, int shade, enum mode mode)
{
	size_t at = y * c->width + x;
	if (x < 0 || y < 0 || x >= c->width || y >= c->height)
		return;
	switch (mode) {
	case MODE_SET:
		c->ink[at] = shade;
		break;
	case MODE_ADD:
		c->ink[at] += shade;
		break;
	case MODE_ERASE:
		c->ink[at] = 0;
		break;
	}
}
