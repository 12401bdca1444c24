#define _GNU_SOURCE
#include "driver.h"
#include "world.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <grp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Both shells read this. The name of the variable is one that no command uses. */
static const char SCRIPT[] = "while IFS= read -r -d '' -u 3 canary_driver_command; do\n"
                             "  ( cd -- \"$canary_driver_folder\" && eval \"$canary_driver_command\" )"
                             " </dev/null >/dev/null 2>&1 3<&- 4>&-\n"
                             "  echo $? >&4\n"
                             "done\n";

static int watch_starts(void) {
  struct sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execve, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execveat, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {.len = sizeof program / sizeof *program, .filter = program};
  int listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &filter);
  if (listener < 0) err(1, "seccomp");
  return listener;
}

static void send_file(int channel, int file) {
  char space[CMSG_SPACE(sizeof file)] = {0}, byte = 0;
  struct iovec body = {&byte, 1};
  struct msghdr message = {.msg_iov = &body, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  *header = (struct cmsghdr){.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof file)};
  memcpy(CMSG_DATA(header), &file, sizeof file);
  if (sendmsg(channel, &message, 0) != 1) err(1, "send the listener");
}

static int receive_file(int channel) {
  int file;
  char space[CMSG_SPACE(sizeof file)], byte;
  struct iovec body = {&byte, 1};
  struct msghdr message = {.msg_iov = &body, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
  if (recvmsg(channel, &message, MSG_CMSG_CLOEXEC) != 1 || CMSG_FIRSTHDR(&message) == NULL) err(1, "no listener");
  memcpy(&file, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof file);
  return file;
}

static void become_shell(const char *shell, const char *folder, int commands, int statuses, int channel) {
  setsid();
  signal(SIGPIPE, SIG_DFL);
  int null = open("/dev/null", O_RDWR);
  for (int at = 0; at < 3; at++) dup2(null, at);
  // Both are above 9, so neither is overwritten by the other's place.
  dup2(commands, 3);
  dup2(statuses, 4);
  struct rlimit size = {64 << 20, 64 << 20}, cores = {0, 0};
  setrlimit(RLIMIT_FSIZE, &size);
  setrlimit(RLIMIT_CORE, &cores);
  umask(022);
  if (setgroups(0, NULL) != 0 || setresgid(ADA, ADA, ADA) != 0 || setresuid(ADA, ADA, ADA) != 0) _exit(125);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || chdir(folder) != 0) _exit(125);
  char *script;
  if (asprintf(&script, "canary_driver_folder=%s\n%s", folder, SCRIPT) < 0) _exit(125);
  send_file(channel, watch_starts());
  syscall(SYS_close_range, 5, ~0u, 0);
  // By its path: a search along PATH would be several starts.
  char path[32];
  snprintf(path, sizeof path, "/bin/%s", shell);
  execl(path, shell, "-c", script, (char *)NULL);
  _exit(126);
}

static void raise_above(int *file) {
  int higher = fcntl(*file, F_DUPFD_CLOEXEC, 20);
  close(*file);
  *file = higher;
}

void driver_start(struct driver *driver, const char *folder) {
  int commands[2], statuses[2], channel[2];
  if (pipe2(commands, O_CLOEXEC) != 0 || pipe2(statuses, O_CLOEXEC) != 0) err(1, "pipe");
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, channel) != 0) err(1, "socketpair");
  for (int at = 0; at < 2; at++) raise_above(&commands[at]), raise_above(&statuses[at]), raise_above(&channel[at]);
  driver->pid = fork();
  if (driver->pid < 0) err(1, "fork");
  if (driver->pid == 0) become_shell(driver->shell, folder, commands[0], statuses[1], channel[1]);
  close(commands[0]), close(statuses[1]), close(channel[1]);
  driver->commands = commands[1];
  driver->statuses = statuses[0];
  driver->starts = receive_file(channel[0]);
  close(channel[0]);
  fcntl(driver->statuses, F_SETFL, O_NONBLOCK);
  // The shell itself is the first program that starts, and of no interest.
  driver_answer(driver, NULL);
}

void driver_stop(struct driver *driver) {
  kill(driver->pid, SIGKILL);
  waitpid(driver->pid, NULL, 0);
  close(driver->commands), close(driver->statuses), close(driver->starts);
}

/* Reads a text from another process; empty where it cannot be read. */
static void read_text(int memory, unsigned long long address, char *text, size_t size) {
  size_t got = 0;
  *text = 0;
  while (got + 1 < size) {
    // Page by page: the next one may not be there.
    size_t step = 4096 - (size_t)((address + got) % 4096);
    if (step > size - 1 - got) step = size - 1 - got;
    ssize_t more = pread(memory, text + got, step, (off_t)(address + got));
    if (more <= 0) break;
    if (memchr(text + got, 0, (size_t)more) != NULL) return;
    got += (size_t)more;
  }
  text[got] = 0;
}

static void read_arguments(int memory, unsigned long long address, char *text, size_t size) {
  size_t length = 0;
  *text = 0;
  for (int at = 0; at < 64 && length + 2 < size; at++) {
    unsigned long long word = 0;
    if (pread(memory, &word, sizeof word, (off_t)(address + (unsigned)at * 8)) != sizeof word || word == 0) return;
    if (at > 0) text[length++] = '\x1f';
    read_text(memory, word, text + length, size - length);
    length += strlen(text + length);
  }
}

static void absolute(pid_t pid, const char *path, char *whole, size_t size) {
  char link[64], folder[PATH_MAX] = "";
  if (*path != '/') {
    snprintf(link, sizeof link, "/proc/%d/cwd", pid);
    ssize_t length = readlink(link, folder, sizeof folder - 2);
    folder[length < 0 ? 0 : length] = '/';
    folder[(length < 0 ? 0 : length) + 1] = 0;
  }
  snprintf(whole, size, "%s%s", folder, path);
}

void driver_answer(struct driver *driver, started report) {
  static struct seccomp_notif asked;
  memset(&asked, 0, sizeof asked);
  if (ioctl(driver->starts, SECCOMP_IOCTL_NOTIF_RECV, &asked) != 0) return;
  if (report != NULL) {
    char memory[64], path[PATH_MAX], whole[2 * PATH_MAX], arguments[2048];
    snprintf(memory, sizeof memory, "/proc/%d/mem", asked.pid);
    int at = asked.data.nr == SYS_execveat ? 1 : 0;
    int file = open(memory, O_RDONLY | O_CLOEXEC);
    *path = *arguments = 0;
    if (file >= 0) {
      read_text(file, asked.data.args[at], path, sizeof path);
      read_arguments(file, asked.data.args[at + 1], arguments, sizeof arguments);
      close(file);
    }
    // Killed meanwhile: it starts nothing, and what was read may be half of it.
    if (ioctl(driver->starts, SECCOMP_IOCTL_NOTIF_ID_VALID, &asked.id) != 0) return;
    absolute((pid_t)asked.pid, path, whole, sizeof whole);
    struct stat info;
    report(whole, stat(whole, &info) == 0 && S_ISREG(info.st_mode) && (info.st_mode & 0111), arguments);
  }
  struct seccomp_notif_resp answer = {.id = asked.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
  ioctl(driver->starts, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}
