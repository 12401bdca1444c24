/* A folder as it should be, held in memory: what differs from it is reported and put back. */
#ifndef TREE_H
#define TREE_H

#include <stddef.h>
#include <sys/stat.h>

struct entry {
  char *path; /* below the folder, without a leading slash */
  mode_t mode;
  char *data; /* the content of a file, the target of a link */
  size_t size;
  unsigned long long hash;
  struct timespec mtime;
  struct timespec ctime; /* of the file that was last found to be the same, and its inode */
  ino_t inode;
  int seen;
};

struct tree {
  const char *root;
  struct entry *entries; /* sorted by path, so a folder comes before what is in it */
  size_t count;
};

/* Called for each difference: "made", "changed", "deleted" or "read", and the absolute path. */
typedef void (*difference)(const char *what, const char *path);

void tree_load(struct tree *tree, int folder);
/* Makes the folder's content; every file belongs to `owner`. */
void tree_fill(struct tree *tree, uid_t owner);
/* Compares by content, kind, permissions and times, reports, and repairs. */
void tree_check(struct tree *tree, uid_t owner, difference report);

#endif
