#define _GNU_SOURCE
#include "world.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <err.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void loopback_up(void) {
  struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
  int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (any < 0 || ioctl(any, SIOCSIFFLAGS, &request) != 0) err(1, "loopback");
  close(any);
}

static void make_folders(const char *path) {
  char *part = strdup(path);
  for (char *at = part + 1; (at = strchr(at, '/')) != NULL; *at++ = '/') {
    *at = 0;
    mkdir(part, 0755);
  }
  mkdir(part, 0755);
  free(part);
}

/* Times of access are kept exactly: that is how a read is noticed. */
static void empty_folder(const char *path, mode_t mode) {
  if (mount("canary", path, "tmpfs", MS_STRICTATIME | MS_NOSUID | MS_NODEV, "size=512m") != 0) {
    err(1, "mount %s", path);
  }
  chmod(path, mode);
}

void world_leave(void) {
  if (unshare(CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS) != 0) err(1, "unshare");
  if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) err(1, "private mounts");
}

void world_enter(const char *root) {
  pid_t first = fork();
  if (first < 0) err(1, "fork");
  if (first > 0) {
    int status;
    while (waitpid(first, &status, 0) < 0) continue;
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128);
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  umask(0);
  loopback_up();
  struct mount_attr attributes = {.attr_set = MOUNT_ATTR_RDONLY};
  if (syscall(SYS_mount_setattr, AT_FDCWD, "/", AT_RECURSIVE, &attributes, sizeof attributes) != 0) {
    err(1, "read-only system");
  }
  if (mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY, NULL) != 0) err(1, "mount /proc");
  // Nothing of the machine's own users and services.
  empty_folder("/root", 0700);
  empty_folder("/home", 0755);
  empty_folder("/run", 0755);
  empty_folder("/tmp", 01777);
  empty_folder("/var/tmp", 01777);
  empty_folder("/dev/shm", 01777);
  make_folders(root);
  empty_folder(root, 0755);
}

int world_take(const char *source) {
  int taken = (int)syscall(SYS_open_tree, AT_FDCWD, source, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
  struct mount_attr attributes = {.attr_set = MOUNT_ATTR_RDONLY};
  if (taken < 0 || syscall(SYS_mount_setattr, taken, "", AT_EMPTY_PATH, &attributes, sizeof attributes) != 0) {
    err(1, "take %s", source);
  }
  return taken;
}

void world_put(int taken, const char *target) {
  if (syscall(SYS_move_mount, taken, "", AT_FDCWD, target, MOVE_MOUNT_F_EMPTY_PATH) != 0) err(1, "put %s", target);
  close(taken);
}

pid_t world_serve_http(int port) {
  static const char ANSWER[] = "HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\nhello\n";
  int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(server, (struct sockaddr *)&address, sizeof address) != 0 || listen(server, 16) != 0) err(1, "http");
  pid_t child = fork();
  if (child != 0) {
    close(server);
    return child;
  }
  for (;;) {
    int client = accept4(server, NULL, NULL, SOCK_CLOEXEC);
    char request[8192];
    struct timeval limit = {.tv_sec = 1};
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    if (read(client, request, sizeof request) > 0) send(client, ANSWER, sizeof ANSWER - 1, MSG_NOSIGNAL);
    close(client);
  }
}

static int is_spared(pid_t pid, const pid_t *spared, size_t count) {
  for (size_t at = 0; at < count; at++) {
    if (spared[at] == pid) return 1;
  }
  return 0;
}

static int each_other(const pid_t *spared, size_t count, int signal) {
  int found = 0;
  DIR *processes = opendir("/proc");
  if (processes == NULL) err(1, "/proc");
  for (struct dirent *each; (each = readdir(processes)) != NULL;) {
    pid_t pid = atoi(each->d_name);
    if (pid <= 1 || is_spared(pid, spared, count)) continue;
    if (kill(pid, signal) == 0) found++;
  }
  closedir(processes);
  return found;
}

/* How many processes there are besides ours and those listed. Zombies are ours to collect. */
int world_others(const pid_t *spared, size_t count) {
  return each_other(spared, count, 0);
}

void world_kill_others(const pid_t *spared, size_t count) {
  while (each_other(spared, count, SIGKILL) > 0) {
    while (waitpid(-1, NULL, WNOHANG | __WNOTHREAD) > 0) continue;
    usleep(200);
  }
}
