/* lock opens the two gates of a lock chamber from several threads, until two
 * of them wait for each other. Then a fourth thread gives up and aborts. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct gate {
	const char *name;
	pthread_mutex_t busy;
	int opened;
};

struct passage {
	const char *ship;
	struct gate *first, *second;
	int number, draught_cm;
};

static struct gate sea = {"sea gate", PTHREAD_MUTEX_INITIALIZER, 0};
static struct gate land = {"land gate", PTHREAD_MUTEX_INITIALIZER, 0};
static pthread_barrier_t meet;
static pthread_mutex_t bell = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t rung = PTHREAD_COND_INITIALIZER;
static volatile int waiting;

static void open_gate(struct gate *g, const struct passage *p)
{
	pthread_mutex_lock(&g->busy);
	g->opened = p->number;
}

static void pass(struct passage *p)
{
	open_gate(p->first, p);
	pthread_barrier_wait(&meet);
	open_gate(p->second, p);
	pthread_mutex_unlock(&p->second->busy);
	pthread_mutex_unlock(&p->first->busy);
}

static void *captain(void *arg)
{
	pass(arg);
	return NULL;
}

static void queue(int depth, const char *ship)
{
	char note[64];
	snprintf(note, sizeof note, "%s waits, %d ahead", ship, depth);
	if (depth > 0) {
		queue(depth - 1, ship);
		return;
	}
	pthread_mutex_lock(&bell);
	waiting++;
	pthread_cond_wait(&rung, &bell);
	pthread_mutex_unlock(&bell);
}

static void *queued(void *arg)
{
	queue(12, arg);
	return NULL;
}

static void give_up(int seconds)
{
	fprintf(stderr, "lock: no gate has moved for %d seconds\n", seconds);
	abort();
}

int main(void)
{
	static struct passage up = {"Brise", &sea, &land, 4711, 310}, down = {"Alma", &land, &sea, 4712, 295};
	static const char *others[] = {"Cormoran", "Delfin", "Elbe", "Falke"};
	pthread_t t[6];
	pthread_barrier_init(&meet, NULL, 2);
	for (int i = 0; i < 4; i++) {
		if (i == 2) {
			pthread_create(&t[4], NULL, captain, &up);
			pthread_create(&t[5], NULL, captain, &down);
			sleep(1);
		}
		pthread_create(&t[i], NULL, queued, (void *)others[i]);
		while (waiting <= i)
			usleep(1000);
	}
	sleep(1);
	give_up(1);
}
