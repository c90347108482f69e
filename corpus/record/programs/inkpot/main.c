#include "inkpot.h"
#include <stdlib.h>
#include <string.h>

static int number(const char *text, int fallback)
{
	long value = strtol(text, NULL, 10);
	return value ? value : fallback;
}

int main(int argc, char **argv)
{
	struct canvas c;
	unsigned width = argc > 1 ? number(argv[1], 64) : 64;
	short height = argc > 2 ? number(argv[2], 32) : 32;
	if (canvas_open(&c, width, height) < 0)
		return 1;
	for (unsigned i = 0; i < c.width; i += 8)
		canvas_line(&c, i, 0, c.width - i, c.height, i * 255 / c.width);
	char *title = "INKPOT";
	int length = strlen(title);
	canvas_text(&c, (c.width - length * 6) / 2, c.height / 2, title, 255);
	canvas_dither(&c, 4);
	int failed = canvas_write(&c, stdout);
	canvas_close(&c);
	return failed;
}
