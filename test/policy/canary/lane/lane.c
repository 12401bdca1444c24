/*
 * One lane of the canary sandbox: runs commands one after the other and tells what each of them did.
 *
 *   lane ROOT FOLDER [BIND TARGET]...
 *
 * ROOT is a folder outside; its content is the state that every command finds at the same path inside.
 * In:  LIMIT_MS \0 COMMAND \0        Out: KIND \0 DETAIL \0 ... and for each shell: "end" \0 SHELL STATUS MS \0
 */
#define _GNU_SOURCE
#include "driver.h"
#include "tree.h"
#include "world.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* How long programs in the background may go on once the command has ended. */
enum { GRACE_MS = 150, HTTP_PORT = 8080, MOST_BINDS = 16 };

static struct tree trees[] = {{.root = NULL}, {.root = "/tmp"}, {.root = "/var/tmp"}, {.root = "/dev/shm"}};
static struct driver drivers[] = {{.shell = "bash"}, {.shell = "zsh"}};
static const char *folder;
static pid_t spared[4];

static void tell(const char *what, const char *detail) {
  fputs(what, stdout);
  putchar(0);
  fputs(detail, stdout);
  putchar(0);
}

static void tell_start(const char *path, int exists, const char *arguments) {
  fputs(exists ? "ran" : "missed", stdout);
  putchar(0);
  printf("%s\x1f%s", path, arguments);
  putchar(0);
}

static long long now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000ll + now.tv_nsec / 1000000;
}

static void spare_drivers(void) {
  for (int at = 0; at < 2; at++) spared[at] = drivers[at].pid;
}

/* The exit code as text; "late" where the limit was reached, "gone" where the command ended the shell itself. */
static const char *wait_for_end(struct driver *driver, long long until) {
  static char status[16];
  for (;;) {
    struct pollfd files[] = {{driver->starts, POLLIN, 0}, {driver->statuses, POLLIN, 0}};
    long long left = until - now_ms();
    if (left <= 0 || poll(files, 2, (int)left) == 0) return "late";
    if (files[0].revents & POLLIN) driver_answer(driver, tell_start);
    if (files[1].revents == 0) continue;
    ssize_t length = read(driver->statuses, status, sizeof status - 1);
    if (length <= 0) return "gone";
    status[length - 1] = 0;
    return status;
  }
}

static void let_others_end(struct driver *driver) {
  long long until = now_ms() + GRACE_MS;
  for (;;) {
    while (waitpid(-1, NULL, WNOHANG) > 0) continue;
    if (world_others(spared, 4) == 0) return;
    struct pollfd file = {driver->starts, POLLIN, 0};
    if (now_ms() >= until) break;
    if (poll(&file, 1, 2) > 0 && (file.revents & POLLIN)) driver_answer(driver, tell_start);
  }
  world_kill_others(spared, 4);
}

static void run(struct driver *driver, const char *command, long long limit_ms) {
  size_t length = strlen(command) + 1;
  long long began = now_ms();
  const char *status = write(driver->commands, command, length) == (ssize_t)length
                           ? wait_for_end(driver, began + limit_ms)
                           : "gone";
  long long took = now_ms() - began;
  int over = strcmp(status, "late") == 0 || strcmp(status, "gone") == 0;
  if (over) {
    driver_stop(driver);
    spare_drivers();
    world_kill_others(spared, 4);
  } else {
    let_others_end(driver);
  }
  for (size_t at = 0; at < sizeof trees / sizeof *trees; at++) tree_check(&trees[at], ADA, tell);
  char end[64];
  snprintf(end, sizeof end, "%s %s %lld", driver->shell, status, took);
  tell("end", end);
  if (over) {
    driver_start(driver, folder);
    spare_drivers();
  }
}

/* Ada's own entry among the users, so that `~ada` and ssh find her home. */
static void put_users(const char *root) {
  char users[4096];
  snprintf(users, sizeof users, "%s/etc/passwd", root);
  if (mount(users, "/etc/passwd", NULL, MS_BIND, NULL) != 0) err(1, "bind %s", users);
}

/* A server for ssh on the loopback; whatever a client asks for, it runs `true`. */
static pid_t serve_ssh(const char *root) {
  char key[4096];
  snprintf(key, sizeof key, "%s/etc/host_key", root);
  if (access(key, R_OK) != 0) return 0;
  pid_t child = fork();
  if (child == 0) {
    int null = open("/dev/null", O_RDWR);
    for (int at = 0; at < 3; at++) dup2(null, at);
    execlp("dropbear", "dropbear", "-F", "-s", "-p", "127.0.0.1:22", "-r", key, "-c", "true", (char *)NULL);
    _exit(126);
  }
  return child;
}

int main(int count, char **words) {
  if (count < 3 || count > 3 + 2 * MOST_BINDS) errx(2, "lane ROOT FOLDER [BIND TARGET]...");
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGPIPE, SIG_IGN);
  trees[0].root = words[1];
  folder = words[2];
  int template = open(words[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (template < 0) err(1, "open %s", words[1]);
  tree_load(&trees[0], template);
  close(template);
  world_leave();
  int taken[MOST_BINDS];
  for (int at = 3; at + 1 < count; at += 2) taken[at / 2 - 1] = world_take(words[at]);
  world_enter(words[1]);
  tree_fill(&trees[0], ADA);
  for (int at = 3; at + 1 < count; at += 2) world_put(taken[at / 2 - 1], words[at + 1]);
  spared[2] = world_serve_http(HTTP_PORT);
  put_users(words[1]);
  spared[3] = serve_ssh(words[1]);
  for (int at = 0; at < 2; at++) driver_start(&drivers[at], folder);
  spare_drivers();
  char *limit = NULL, *command = NULL;
  size_t limit_size = 0, command_size = 0;
  while (getdelim(&limit, &limit_size, 0, stdin) > 0 && getdelim(&command, &command_size, 0, stdin) > 0) {
    for (int at = 0; at < 2; at++) run(&drivers[at], command, atoll(limit));
    fflush(stdout);
  }
  return 0;
}
