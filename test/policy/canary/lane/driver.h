/* A shell that runs many commands, each in a subshell, and tells of every program that is started below it. */
#ifndef DRIVER_H
#define DRIVER_H

#include <sys/types.h>

struct driver {
  const char *shell; /* "bash" or "zsh" */
  pid_t pid;
  int commands; /* commands go in here, each ended by a zero byte */
  int statuses; /* exit codes come out here, one a line */
  int starts;   /* the kernel asks here before a program starts */
};

/* Called before a program starts: its absolute path, whether there is such a file, and its arguments joined by \x1f. */
typedef void (*started)(const char *path, int exists, const char *arguments);

void driver_start(struct driver *driver, const char *folder);
void driver_stop(struct driver *driver);
/* Lets the program start whose start the kernel asked about. */
void driver_answer(struct driver *driver, started report);

#endif
