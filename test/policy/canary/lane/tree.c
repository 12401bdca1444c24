#define _GNU_SOURCE
#include "tree.h"

#include <dirent.h>
#include <err.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* No file is older, so a time of access that differs means that somebody has read. */
static const time_t LONG_AGO = 1000000000;

static unsigned long long hash_of(const char *data, size_t size) {
  unsigned long long hash = 14695981039346656037ull;
  for (size_t at = 0; at < size; at++) hash = (hash ^ (unsigned char)data[at]) * 1099511628211ull;
  return hash;
}

/* Reads without changing the time of access. */
static char *content_of(int folder, const char *name, const struct stat *info) {
  char *data = malloc((size_t)info->st_size + 1);
  if (data == NULL) err(1, "out of memory");
  if (S_ISLNK(info->st_mode)) {
    if (readlinkat(folder, name, data, (size_t)info->st_size) != info->st_size) err(1, "readlink %s", name);
    data[info->st_size] = 0;
    return data;
  }
  int file = openat(folder, name, O_RDONLY | O_NOATIME | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) err(1, "open %s", name);
  size_t got = 0;
  while (got < (size_t)info->st_size) {
    ssize_t more = read(file, data + got, (size_t)info->st_size - got);
    if (more < 0) err(1, "read %s", name);
    if (more == 0) break;
    got += (size_t)more;
  }
  close(file);
  return data;
}

static int by_path(const void *a, const void *b) {
  return strcmp(((const struct entry *)a)->path, ((const struct entry *)b)->path);
}

static void load_below(struct tree *tree, int folder, const char *below) {
  DIR *names = fdopendir(dup(folder));
  if (names == NULL) err(1, "read folder %s", below);
  rewinddir(names);
  for (struct dirent *name; (name = readdir(names)) != NULL;) {
    if (strcmp(name->d_name, ".") == 0 || strcmp(name->d_name, "..") == 0) continue;
    struct stat info;
    if (fstatat(folder, name->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0) err(1, "stat %s", name->d_name);
    tree->entries = realloc(tree->entries, (tree->count + 1) * sizeof *tree->entries);
    if (tree->entries == NULL) err(1, "out of memory");
    struct entry *entry = &tree->entries[tree->count++];
    *entry = (struct entry){.mode = info.st_mode, .mtime = info.st_mtim};
    if (asprintf(&entry->path, "%s%s%s", below, *below ? "/" : "", name->d_name) < 0) err(1, "out of memory");
    if (S_ISDIR(info.st_mode)) {
      char *path = entry->path;
      int inner = openat(folder, name->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      if (inner < 0) err(1, "open %s", path);
      load_below(tree, inner, path);
      close(inner);
    } else {
      entry->data = content_of(folder, name->d_name, &info);
      entry->size = (size_t)info.st_size;
      entry->hash = hash_of(entry->data, entry->size);
    }
  }
  closedir(names);
}

void tree_load(struct tree *tree, int folder) {
  load_below(tree, folder, "");
  qsort(tree->entries, tree->count, sizeof *tree->entries, by_path);
}

static void set_times(const char *path, struct timespec mtime) {
  struct timespec times[2] = {{.tv_sec = LONG_AGO}, mtime};
  if (utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW) != 0) err(1, "times of %s", path);
}

static void put_back(const struct tree *tree, const struct entry *entry, uid_t owner) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/%s", tree->root, entry->path);
  if (S_ISDIR(entry->mode)) {
    if (mkdir(path, 0700) != 0) err(1, "make folder %s", path);
  } else if (S_ISLNK(entry->mode)) {
    if (symlink(entry->data, path) != 0) err(1, "make link %s", path);
  } else {
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0 || write(file, entry->data, entry->size) != (ssize_t)entry->size) err(1, "write %s", path);
    close(file);
  }
  if (lchown(path, owner, owner) != 0) err(1, "owner of %s", path);
  if (!S_ISLNK(entry->mode) && chmod(path, entry->mode & 07777) != 0) err(1, "mode of %s", path);
  set_times(path, entry->mtime);
}

void tree_fill(struct tree *tree, uid_t owner) {
  for (size_t at = 0; at < tree->count; at++) put_back(tree, &tree->entries[at], owner);
}

/* Reports all that is there, and deletes it. Another file system mounted in there stays. */
static void remove_all(int folder, const char *name, const char *path, dev_t device, difference report) {
  struct stat info;
  if (fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0 || info.st_dev != device) return;
  if (report != NULL) report(S_ISDIR(info.st_mode) ? "made-folder" : "made", path);
  if (!S_ISDIR(info.st_mode)) {
    unlinkat(folder, name, 0);
    return;
  }
  int inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *names = inner < 0 ? NULL : fdopendir(inner);
  if (names == NULL) err(1, "open %s", path);
  for (struct dirent *each; (each = readdir(names)) != NULL;) {
    if (strcmp(each->d_name, ".") == 0 || strcmp(each->d_name, "..") == 0) continue;
    char below[PATH_MAX + NAME_MAX];
    snprintf(below, sizeof below, "%s/%s", path, each->d_name);
    remove_all(inner, each->d_name, below, device, report);
  }
  closedir(names);
  unlinkat(folder, name, AT_REMOVEDIR);
}

/* Whether the last change is so long ago that the next one cannot have the same time. */
static int is_settled(struct timespec changed) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (now.tv_sec - changed.tv_sec) * 1000 + (now.tv_nsec - changed.tv_nsec) / 1000000 > 100;
}

static int is_same(int folder, const char *name, const struct stat *info, struct entry *entry) {
  if (info->st_mode != entry->mode) return 0;
  if (S_ISDIR(info->st_mode)) return 1;
  // The kernel keeps this time, and no program can set it: a file that was compared once need not be read again.
  if (info->st_ctim.tv_sec == entry->ctime.tv_sec && info->st_ctim.tv_nsec == entry->ctime.tv_nsec &&
      info->st_ino == entry->inode)
    return 1;
  if ((size_t)info->st_size != entry->size) return 0;
  if (!S_ISLNK(info->st_mode) && (info->st_mtim.tv_sec != entry->mtime.tv_sec ||
                                  info->st_mtim.tv_nsec != entry->mtime.tv_nsec))
    return 0;
  char *data = content_of(folder, name, info);
  int same = hash_of(data, entry->size) == entry->hash;
  free(data);
  if (same && is_settled(info->st_ctim)) {
    entry->ctime = info->st_ctim;
    entry->inode = info->st_ino;
  }
  return same;
}

static void check_below(struct tree *tree, int folder, const char *below, uid_t owner, difference report) {
  struct stat here;
  if (fstat(folder, &here) != 0) err(1, "stat %s/%s", tree->root, below);
  DIR *names = fdopendir(folder);
  if (names == NULL) err(1, "read folder %s/%s", tree->root, below);
  for (struct dirent *each; (each = readdir(names)) != NULL;) {
    const char *name = each->d_name;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
    char path[PATH_MAX + NAME_MAX], whole[2 * PATH_MAX];
    snprintf(path, sizeof path, "%s%s%s", below, *below ? "/" : "", name);
    snprintf(whole, sizeof whole, "%s/%s", tree->root, path);
    struct stat info;
    if (fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0) continue;
    struct entry wanted = {.path = path};
    struct entry *entry = bsearch(&wanted, tree->entries, tree->count, sizeof wanted, by_path);
    if (info.st_dev != here.st_dev) {
      if (entry != NULL) entry->seen = 1;
      continue;
    }
    if (entry == NULL) {
      remove_all(folder, name, whole, here.st_dev, report);
      continue;
    }
    entry->seen = 1;
    if (!is_same(folder, name, &info, entry)) {
      report("changed", whole);
      if (S_ISDIR(info.st_mode) && S_ISDIR(entry->mode)) {
        chmod(whole, entry->mode & 07777);
      } else {
        remove_all(folder, name, whole, here.st_dev, NULL);
        put_back(tree, entry, owner);
      }
    } else if (!S_ISDIR(info.st_mode) && info.st_atim.tv_sec != LONG_AGO) {
      if (S_ISREG(info.st_mode)) report("read", whole);
      set_times(whole, entry->mtime);
    }
    if (S_ISDIR(entry->mode)) {
      int inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (inner < 0) err(1, "open %s", whole);
      check_below(tree, inner, path, owner, report);
    }
  }
  closedir(names);
}

void tree_check(struct tree *tree, uid_t owner, difference report) {
  for (size_t at = 0; at < tree->count; at++) tree->entries[at].seen = 0;
  int folder = open(tree->root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) err(1, "open %s", tree->root);
  check_below(tree, folder, "", owner, report);
  for (size_t at = 0; at < tree->count; at++) {
    if (tree->entries[at].seen) continue;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", tree->root, tree->entries[at].path);
    report("deleted", path);
    put_back(tree, &tree->entries[at], owner);
  }
}
