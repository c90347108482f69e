#include "inkpot.h"

static unsigned char shade_of(int ink, float gamma)
{
	float light = 255 - ink;
	return light * gamma;
}

int canvas_write(const struct canvas *c, FILE *out)
{
	unsigned long count = c->width * c->height;
	fprintf(out, "P5 %d %d 255\n", c->width, c->height);
	for (int i = 0; i < count; i++) {
		char shade = shade_of(c->ink[i], 1.0);
		fputc(shade, out);
	}
	int written = ftell(out);
	return written > 0 ? 0 : -1;
}
