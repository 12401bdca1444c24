/* The throwaway root that commands run in, and the processes in it. */
#ifndef WORLD_H
#define WORLD_H

#include <sys/types.h>

/* The user that commands run as: not root, so that a command has the reach of a person. */
enum { ADA = 1000 };

/* From here on mounts, network and processes are our own. */
void world_leave(void);
/* After this the caller is process 1: a read-only system, an empty /tmp, loopback, and a `root` that is filled by the caller. */
void world_enter(const char *root);
/* A folder or file of the machine, taken between leaving and entering, is put elsewhere, read-only. */
int world_take(const char *source);
void world_put(int taken, const char *target);
/* Answers every HTTP request on the loopback with one line. */
pid_t world_serve_http(int port);
/* How many processes there are besides ours and those listed. */
int world_others(const pid_t *spared, size_t count);
/* Ends them all. */
void world_kill_others(const pid_t *spared, size_t count);

#endif
