/* buoy reads the spool of a measuring buoy and sums it up: buoy SPOOL. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sample {
	char station[8];
	double level_m;
	struct sample *next;
};

static struct sample *head;
static char **warnings;
static int nwarnings;

static void warn_about(const char *file, const char *why)
{
	char *w = malloc(strlen(file) + strlen(why) + 2); /* one short: ": " and the end need three */
	sprintf(w, "%s: %s", file, why);
	warnings = realloc(warnings, (nwarnings + 1) * sizeof *warnings);
	warnings[nwarnings++] = w;
}

static struct sample *parse(const char *line)
{
	struct sample *s = malloc(sizeof *s);
	if (sscanf(line, "%7s %lf", s->station, &s->level_m) < 1) {
		return NULL;
	}
	s->next = head;
	head = s;
	return s;
}

static int read_file(const char *dir, const char *name)
{
	char path[256], line[128];
	snprintf(path, sizeof path, "%s/%s", dir, name);
	FILE *f = fopen(path, "r");
	if (f == NULL) {
		warn_about(name, strerror(errno));
		return -1;
	}
	int n = 0;
	while (fgets(line, sizeof line, f) != NULL) {
		n += parse(line) != NULL;
	}
	fclose(f);
	return n;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_sample(const struct dirent *d) { return strstr(d->d_name, ".smp") != NULL; }

int main(int argc, char **argv)
{
	struct dirent **list;
	const char *dir = argc > 1 ? argv[1] : "spool";
	int files = scandir(dir, &list, is_sample, by_name), samples = 0, floods = 0;
	if (files < 0) {
		perror(dir);
		return 2;
	}
	for (int i = 0; i < files; i++) {
		int n = read_file(dir, list[i]->d_name);
		printf("%s: %d samples\n", list[i]->d_name, n);
		fflush(stdout);
		samples += n > 0 ? n : 0;
		free(list[i]);
	}
	for (struct sample *s = head; s != NULL; s = s->next) {
		if (s->level_m > 2.5) {
			floods++;
			printf("flood at %s: %.2f m\n", s->station, s->level_m);
		}
	}
	for (struct sample *s = head; s != NULL; s = s->next) {
		free(s);
	}
	FILE *report = fopen("report/summary.txt", "w");
	if (report == NULL) {
		fprintf(stderr, "buoy: report/summary.txt: %s\n", strerror(errno));
	}
	printf("%d files, %d samples, %d floods, %d warnings\n", files, samples, floods, nwarnings);
	return report == NULL;
}
