/* Small pictures in shades of grey. */
#ifndef INKPOT_H
#define INKPOT_H
#include <stddef.h>
#include <stdio.h>

struct canvas {
	int width, height;
	unsigned char *ink; /* width * height shades, 0 is paper */
};

struct glyph {
	unsigned char rows[8]; /* a bit for each dot, the leftmost first */
	int advance;           /* how far the pen moves, in dots */
};

enum mode { MODE_SET, MODE_ADD, MODE_ERASE, MODE_INVERT };

int canvas_open(struct canvas *c, int width, int height);
void canvas_close(struct canvas *c);
void canvas_dot(struct canvas *c, int x, int y, int shade, enum mode mode);
void canvas_line(struct canvas *c, int x0, int y0, int x1, int y1, int shade);
void canvas_dither(struct canvas *c, int levels);
int canvas_text(struct canvas *c, int x, int y, const char *text, int shade);
int canvas_write(const struct canvas *c, FILE *out);

#endif
