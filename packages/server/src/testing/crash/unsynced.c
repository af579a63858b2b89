/*
 * A disk that loses what was not synced, for LD_PRELOAD: no mount and no root needed. It watches $UNSYNCED_FOLDER/disk, and
 * writes into $UNSYNCED_FOLDER/log what unsynced-disk.ts needs to bring that folder back to what was synced. Without a log
 * the disk is gone: every change fails with EIO.
 *
 * A seccomp filter turns each system call that may change a file into a SIGSYS, whoever makes it: stdio, a library with a libc
 * of its own, or an instruction in the middle of a program. The handler notes what the call changes and makes it. All state is
 * in the file system, and one lock on the log orders the changes of all processes. Nothing is really synced: only noted.
 *
 * Signal handlers may not allocate, and calls made here must pass the filter: hence `raw`, and no libc below it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <ucontext.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "x86-64 and arm64 only"
#endif

/* Calls have at most six arguments and the kernel ignores those that a call does not have: the sixth is our pass. */
#define PASS 0x6f6d656eL
/* mmap has six, but ignores the upper half of its flags. */
#define MMAP_PASS (PASS << 32)
#define TMPFILE_BIT (O_TMPFILE & ~O_DIRECTORY)

struct call {
  long number;
  long arguments[6];
};

/* How the log is laid out: this, then `bytes` bytes. unsynced-log.ts reads it. */
struct record {
  uint32_t kind;
  uint32_t bytes;
  uint64_t folder;
  uint64_t inode;
  /* Of OVERWRITTEN: size of the file before, and where the bytes were. */
  uint64_t size;
  uint64_t offset;
  /* Of what was synced, and of what has or had a name. */
  uint32_t mode, user, group, unused;
};

enum kind {
  OVERWRITTEN = 1,
  SYNCED = 2,
  ENTERED = 3,
  FOLDER_MADE = 4,
  LEFT = 5,
  EVERYTHING_SYNCED = 6,
  UNSUPPORTED = 7,
};

static char disk[PATH_MAX];
static char log_path[PATH_MAX];
static char removed[PATH_MAX];

static long raw6(long number, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
#else
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
#endif
}

static long raw(long number, long a, long b, long c, long d, long e) { return raw6(number, a, b, c, d, e, PASS); }

static long make(const struct call *call) {
  const long *a = call->arguments;
  return raw(call->number, a[0], a[1], a[2], a[3], a[4]);
}

static void give_up(const char *why) {
  raw(__NR_write, 2, (long)"unsynced: ", 10, 0, 0);
  raw(__NR_write, 2, (long)why, strlen(why), 0, 0);
  raw(__NR_write, 2, (long)"\n", 1, 0, 0);
  raw(__NR_exit_group, 134, 0, 0, 0, 0);
}

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/* `prefix` and a number after it. */
static void numbered(char *into, const char *prefix, uint64_t number) {
  char digits[24];
  size_t count = 0, length = strlen(prefix);
  do
    digits[count++] = '0' + number % 10;
  while (number /= 10);
  memcpy(into, prefix, length);
  while (count > 0) into[length++] = digits[--count];
  into[length] = 0;
}

static long status_of(int at, const char *name, struct stat *status, int flags) {
  return raw(__NR_newfstatat, at, (long)name, (long)status, flags, 0);
}

static void close_file(int fd) {
  if (fd >= 0) raw(__NR_close, fd, 0, 0, 0, 0);
}

static int is_on_disk(int fd) {
  char link[64], path[PATH_MAX];
  size_t length = strlen(disk);
  numbered(link, "/proc/self/fd/", fd);
  long found = raw(__NR_readlinkat, AT_FDCWD, (long)link, (long)path, sizeof path, 0);
  return found >= (long)length && memcmp(path, disk, length) == 0 && (found == (long)length || path[length] == '/');
}

static int is_file_on_disk(int fd, struct stat *status) {
  return fd >= 0 && status_of(fd, "", status, AT_EMPTY_PATH) == 0 && S_ISREG(status->st_mode) && is_on_disk(fd);
}

/* A child that was forked meanwhile holds the log, too: closing it would not be enough. */
static void unlock_log(int log) {
  raw(__NR_flock, log, LOCK_UN, 0, 0, 0);
  close_file(log);
}

/* The log, locked; negative once the power is cut, be it while this waited. */
static int lock_log(void) {
  int log = raw(__NR_openat, AT_FDCWD, (long)log_path, O_WRONLY | O_APPEND | O_CLOEXEC, 0, 0);
  if (log < 0) return log;
  if (raw(__NR_flock, log, LOCK_EX, 0, 0, 0) < 0) give_up("the log cannot be locked");
  if (raw(__NR_faccessat, AT_FDCWD, (long)log_path, F_OK, 0, 0) == 0) return log;
  unlock_log(log);
  return -EIO;
}

static void note(int log, struct record record, const void *bytes, size_t length) {
  record.bytes = length;
  struct iovec parts[] = {{&record, sizeof record}, {(void *)bytes, length}};
  if (raw(__NR_writev, log, (long)parts, 2, 0, 0) != (long)(sizeof record + length))
    give_up("the log cannot be written");
}

static void note_sync(int log, const struct stat *status) {
  note(log, (struct record){.kind = SYNCED, .inode = status->st_ino, .mode = status->st_mode}, "", 0);
}

static long refuse(const char *what) {
  int log = lock_log();
  if (log < 0) return -EIO;
  note(log, (struct record){.kind = UNSUPPORTED}, what, strlen(what));
  unlock_log(log);
  return -EOPNOTSUPP;
}

/* Notes the bytes from `offset` to `end` that a file has before they change, and its size. `file` is open for reading. */
static void note_overwritten(int log, int file, const struct stat *status, int64_t offset, int64_t end) {
  char bytes[16384];
  struct record record = {.kind = OVERWRITTEN, .inode = status->st_ino, .size = status->st_size, .offset = offset};
  end = smaller(end, status->st_size);
  if (offset >= end) note(log, record, "", 0);
  while (offset < end) {
    long count = raw(__NR_pread64, file, (long)bytes, smaller(sizeof bytes, end - offset), offset, 0);
    if (count <= 0) give_up("the bytes to be overwritten cannot be read");
    record.offset = offset;
    note(log, record, bytes, count);
    offset += count;
  }
}

/* The descriptor itself may be for writing only. */
static void note_overwritten_by(int log, int fd, const struct stat *status, int64_t offset, int64_t end) {
  char link[64];
  int file = -1;
  if (offset < smaller(end, status->st_size)) {
    numbered(link, "/proc/self/fd/", fd);
    file = raw(__NR_openat, AT_FDCWD, (long)link, O_RDONLY | O_CLOEXEC, 0, 0);
  }
  note_overwritten(log, file, status, offset, end);
  close_file(file);
}

/* A call that is none of ours is made with the signals of its caller: it may wait. */
static long make_elsewhere(const struct call *call, const uint64_t *mask) {
  uint64_t all = ~0UL;
  raw(__NR_rt_sigprocmask, SIG_SETMASK, (long)mask, 0, sizeof all, 0);
  long result = make(call);
  raw(__NR_rt_sigprocmask, SIG_SETMASK, (long)&all, 0, sizeof all, 0);
  return result;
}

enum { AT_POSITION = -1 };

/* Writes `length` bytes at `offset` or at the file's position. */
static long write_bytes(const struct call *call, const uint64_t *mask, int64_t offset, size_t length, int is_synced) {
  int fd = call->arguments[0];
  struct stat status;
  if (!is_file_on_disk(fd, &status)) return make_elsewhere(call, mask);
  int log = lock_log();
  if (log < 0) return -EIO;
  status_of(fd, "", &status, AT_EMPTY_PATH);
  long flags = raw(__NR_fcntl, fd, F_GETFL, 0, 0, 0);
  if (flags & O_APPEND) offset = status.st_size;
  else if (offset == AT_POSITION) offset = raw(__NR_lseek, fd, 0, SEEK_CUR, 0, 0);
  note_overwritten_by(log, fd, &status, offset, offset + (int64_t)length);
  long result = make(call);
  if (is_synced || flags & O_DSYNC) note_sync(log, &status);
  unlock_log(log);
  return result;
}

static size_t length_of(const struct iovec *parts, long count) {
  size_t length = 0;
  for (long index = 0; index < count; index++) length += parts[index].iov_len;
  return length;
}

/* Its flags are where our pass is, so it is made as the call that it is without them. */
static long write_with_flags(const struct call *call, const uint64_t *mask) {
  const long *a = call->arguments;
  if (a[5] & ~(RWF_DSYNC | RWF_SYNC)) return refuse("pwritev2 with flags");
  struct call same = *call;
  same.number = a[3] == AT_POSITION ? __NR_writev : __NR_pwritev;
  return write_bytes(&same, mask, a[3], length_of((void *)a[1], a[2]), a[5] != 0);
}

static long truncate_file(const struct call *call) {
  int fd = call->arguments[0];
  struct stat status;
  if (!is_file_on_disk(fd, &status)) return make(call);
  int log = lock_log();
  if (log < 0) return -EIO;
  status_of(fd, "", &status, AT_EMPTY_PATH);
  note_overwritten_by(log, fd, &status, call->arguments[1], INT64_MAX);
  long result = make(call);
  unlock_log(log);
  return result;
}

static long truncate_path(const struct call *call) {
  int fd = raw(__NR_openat, AT_FDCWD, call->arguments[0], O_WRONLY | O_CLOEXEC, 0, 0);
  if (fd < 0) return fd;
  struct call same = {__NR_ftruncate, {fd, call->arguments[1]}};
  long result = truncate_file(&same);
  close_file(fd);
  return result;
}

static long allocate(const struct call *call) {
  const long *a = call->arguments;
  struct stat status;
  if (!is_file_on_disk(a[0], &status)) return make(call);
  const long zeroing = FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE | FALLOC_FL_ZERO_RANGE;
  if (a[1] & ~zeroing) return refuse("fallocate that moves bytes");
  int log = lock_log();
  if (log < 0) return -EIO;
  status_of(a[0], "", &status, AT_EMPTY_PATH);
  note_overwritten_by(log, a[0], &status, a[2], a[2] + a[3]);
  long result = make(call);
  unlock_log(log);
  return result;
}

static long sync_one(const struct call *call) {
  int fd = call->arguments[0];
  struct stat status;
  if (status_of(fd, "", &status, AT_EMPTY_PATH) < 0 || !is_on_disk(fd)) return make(call);
  int log = lock_log();
  if (log < 0) return -EIO;
  note_sync(log, &status);
  unlock_log(log);
  return 0;
}

static long sync_everything(void) {
  int log = lock_log();
  if (log < 0) return -EIO;
  note(log, (struct record){.kind = EVERYTHING_SYNCED}, "", 0);
  unlock_log(log);
  return 0;
}

static long map(const struct call *call) {
  const long *a = call->arguments;
  struct stat status;
  if (is_file_on_disk(a[4], &status)) return refuse("mmap that is shared and written to");
  return raw6(call->number, a[0], a[1], a[2], a[3] | MMAP_PASS, a[4], a[5]);
}

/* A name in a folder. */
struct place {
  int folder;
  int is_on_disk;
  uint64_t folder_inode;
  char name[PATH_MAX];
  /* What has the name; mode 0 where nothing has. */
  struct stat status;
};

static void look_again(struct place *place) {
  if (status_of(place->folder, place->name, &place->status, AT_SYMLINK_NOFOLLOW) < 0) place->status.st_mode = 0;
}

/* Where the folder cannot be opened the call is going to fail, and may say how. */
static void find_place(int at, const char *path, struct place *place) {
  char parent[PATH_MAX];
  struct stat status;
  size_t length = strnlen(path, PATH_MAX - 1), start;
  while (length > 1 && path[length - 1] == '/') length--;
  for (start = length; start > 0 && path[start - 1] != '/'; start--) continue;
  memcpy(place->name, path + start, length - start);
  place->name[length - start] = 0;
  memcpy(parent, start == 0 ? "." : path, start == 0 ? 1 : start);
  parent[start == 0 ? 1 : start] = 0;
  place->status.st_mode = 0;
  place->folder = raw(__NR_openat, at, (long)parent, O_PATH | O_DIRECTORY | O_CLOEXEC, 0, 0);
  place->is_on_disk = place->folder >= 0 && is_on_disk(place->folder);
  if (place->is_on_disk) {
    status_of(place->folder, "", &status, AT_EMPTY_PATH);
    place->folder_inode = status.st_ino;
  }
}

static void note_name(int log, enum kind kind, const struct place *place) {
  const struct stat *status = &place->status;
  struct record record = {.kind = kind,
                          .folder = place->folder_inode,
                          .inode = status->st_ino,
                          .mode = status->st_mode,
                          .user = status->st_uid,
                          .group = status->st_gid};
  if (place->is_on_disk) note(log, record, place->name, strlen(place->name));
}

static void note_entered(int log, struct place *place, enum kind kind) {
  look_again(place);
  note_name(log, kind, place);
}

static void note_left(int log, const struct place *place) { note_name(log, LEFT, place); }

/* A file that loses its last name is kept under its number, so that it can come back and its number stays its own. */
static void keep_file(const struct place *place) {
  char path[PATH_MAX];
  if (!place->is_on_disk || place->status.st_mode == 0 || S_ISDIR(place->status.st_mode)) return;
  numbered(path, removed, place->status.st_ino);
  long result = raw(__NR_linkat, place->folder, (long)place->name, AT_FDCWD, (long)path, 0);
  if (result < 0 && result != -EEXIST) give_up("a file cannot be kept");
}

static void empty_existing(int log, const struct place *place) {
  if (place->status.st_size == 0) return;
  int file = raw(__NR_openat, place->folder, (long)place->name, O_RDONLY | O_CLOEXEC, 0, 0);
  note_overwritten(log, file, &place->status, 0, INT64_MAX);
  close_file(file);
}

static long open_file(const struct call *call, const uint64_t *mask, int at, const char *path, long flags) {
  struct place place;
  if (!(flags & (O_CREAT | O_TRUNC | TMPFILE_BIT))) return make_elsewhere(call, mask);
  find_place(at, path, &place);
  if (!place.is_on_disk) {
    close_file(place.folder);
    return make_elsewhere(call, mask);
  }
  long result = -EIO;
  int log = flags & TMPFILE_BIT ? -1 : lock_log();
  if (flags & TMPFILE_BIT) result = refuse("O_TMPFILE");
  if (log >= 0) {
    look_again(&place);
    int is_new = place.status.st_mode == 0;
    if (S_ISLNK(place.status.st_mode)) give_up("a file is written through a symbolic link");
    if (S_ISREG(place.status.st_mode) && flags & O_TRUNC) empty_existing(log, &place);
    result = make(call);
    if (result >= 0 && is_new) note_entered(log, &place, ENTERED);
    unlock_log(log);
  }
  close_file(place.folder);
  return result;
}

/* Makes a folder, a symbolic link or a node. */
static long make_name(const struct call *call, int at, const char *path, enum kind kind) {
  struct place place;
  find_place(at, path, &place);
  int log = place.is_on_disk ? lock_log() : -1;
  long result = place.is_on_disk && log < 0 ? -EIO : make(call);
  if (log >= 0) {
    if (result >= 0) note_entered(log, &place, kind);
    unlock_log(log);
  }
  close_file(place.folder);
  return result;
}

static long remove_name(const struct call *call, int at, const char *path) {
  struct place place;
  find_place(at, path, &place);
  int log = place.is_on_disk ? lock_log() : -1;
  long result = place.is_on_disk && log < 0 ? -EIO : 0;
  if (log >= 0) {
    look_again(&place);
    keep_file(&place);
  }
  if (result == 0) result = make(call);
  if (log >= 0) {
    if (result == 0) note_left(log, &place);
    unlock_log(log);
  }
  close_file(place.folder);
  return result;
}

static void note_renamed(int log, struct place *from, struct place *to, int is_exchange) {
  struct place *const places[] = {from, to};
  for (int index = 0; index < 2; index++)
    if (places[index]->status.st_mode != 0) note_left(log, places[index]);
  note_entered(log, to, ENTERED);
  if (is_exchange) note_entered(log, from, ENTERED);
}

static long rename_name(const struct call *call, int from_at, const char *old, int to_at, const char *new, long flags) {
  struct place from, to;
  find_place(from_at, old, &from);
  find_place(to_at, new, &to);
  long result = -EIO;
  if (!from.is_on_disk && !to.is_on_disk) result = make(call);
  else {
    int log = lock_log();
    if (log >= 0) {
      look_again(&from);
      look_again(&to);
      if (from.is_on_disk != to.is_on_disk && S_ISDIR(from.status.st_mode)) give_up("a folder moves onto or off the disk");
      if (!to.is_on_disk) keep_file(&from);
      keep_file(&to);
      int is_same = to.status.st_mode != 0 && from.status.st_ino == to.status.st_ino;
      result = make(call);
      if (result == 0 && !is_same) note_renamed(log, &from, &to, (flags & RENAME_EXCHANGE) != 0);
      unlock_log(log);
    }
  }
  close_file(from.folder);
  close_file(to.folder);
  return result;
}

/* The kernel's own form of `struct sigaction`. */
struct action {
  void *handler;
  unsigned long flags;
  void *restorer;
  uint64_t mask;
};

static const uint64_t sigsys_bit = 1UL << (SIGSYS - 1);

/* Nobody may block SIGSYS: the kernel ends a process that blocks it and needs it. */
static long set_action(const struct call *call) {
  const long *a = call->arguments;
  if (a[0] == SIGSYS) {
    if (a[2]) memset((void *)a[2], 0, sizeof(struct action));
    return 0;
  }
  if (!a[1]) return make(call);
  struct action action = *(const struct action *)a[1];
  action.mask &= ~sigsys_bit;
  return raw(call->number, a[0], (long)&action, a[2], a[3], 0);
}

/* The mask is set when the handler returns. */
static long set_mask(const struct call *call, uint64_t *mask) {
  const long *a = call->arguments;
  uint64_t before = *mask, given = a[1] ? *(const uint64_t *)a[1] & ~sigsys_bit : 0;
  if (a[1] && a[0] == SIG_BLOCK) *mask |= given;
  else if (a[1] && a[0] == SIG_UNBLOCK) *mask &= ~given;
  else if (a[1] && a[0] == SIG_SETMASK) *mask = given;
  else if (a[1]) return -EINVAL;
  if (a[2]) *(uint64_t *)a[2] = before;
  return 0;
}

/* The calls that need the handler. Those with conditions are in `install_filter`. */
static const int trapped[] = {
    __NR_write,     __NR_pwrite64, __NR_writev,    __NR_pwritev,  __NR_pwritev2, __NR_ftruncate,    __NR_truncate,
    __NR_fallocate, __NR_sendfile, __NR_fsync,     __NR_fdatasync, __NR_syncfs,  __NR_sync,         __NR_openat2,
    __NR_renameat2, __NR_linkat,   __NR_unlinkat,  __NR_mkdirat,  __NR_symlinkat, __NR_mknodat,     __NR_rt_sigaction,
    __NR_rt_sigprocmask, __NR_renameat,
#ifdef __NR_open
    __NR_creat,     __NR_rename,   __NR_link,      __NR_unlink,   __NR_mkdir,    __NR_rmdir,        __NR_symlink,
    __NR_mknod,
#endif
};

/* Callers of these fall back on what is above. */
static const struct {
  int number, error;
} refused[] = {{__NR_copy_file_range, ENOSYS}, {__NR_io_uring_setup, ENOSYS}, {__NR_splice, EINVAL}};

static long handle(const struct call *call, uint64_t *mask) {
  const long *a = call->arguments;
  const char *second = (const char *)a[1];
  switch (call->number) {
    case __NR_write: return write_bytes(call, mask, AT_POSITION, a[2], 0);
    case __NR_pwrite64: return write_bytes(call, mask, a[3], a[2], 0);
    case __NR_writev: return write_bytes(call, mask, AT_POSITION, length_of((void *)a[1], a[2]), 0);
    case __NR_pwritev: return write_bytes(call, mask, a[3], length_of((void *)a[1], a[2]), 0);
    case __NR_pwritev2: return write_with_flags(call, mask);
    case __NR_sendfile: return write_bytes(call, mask, AT_POSITION, a[3], 0);
    case __NR_ftruncate: return truncate_file(call);
    case __NR_truncate: return truncate_path(call);
    case __NR_fallocate: return allocate(call);
    case __NR_fsync:
    case __NR_fdatasync: return sync_one(call);
    case __NR_syncfs:
    case __NR_sync: return sync_everything();
    case __NR_mmap: return map(call);
    case __NR_openat: return open_file(call, mask, a[0], second, a[2]);
    case __NR_openat2: return open_file(call, mask, a[0], second, *(const uint64_t *)a[2]);
    case __NR_renameat: return rename_name(call, a[0], second, a[2], (const char *)a[3], 0);
    case __NR_renameat2: return rename_name(call, a[0], second, a[2], (const char *)a[3], a[4]);
    case __NR_linkat: return make_name(call, a[2], (const char *)a[3], ENTERED);
    case __NR_unlinkat: return remove_name(call, a[0], second);
    case __NR_mkdirat: return make_name(call, a[0], second, FOLDER_MADE);
    case __NR_symlinkat: return make_name(call, a[1], (const char *)a[2], ENTERED);
    case __NR_mknodat: return make_name(call, a[0], second, ENTERED);
    case __NR_rt_sigaction: return set_action(call);
    case __NR_rt_sigprocmask: return set_mask(call, mask);
#ifdef __NR_open
    case __NR_open: return open_file(call, mask, AT_FDCWD, (const char *)a[0], a[1]);
    case __NR_creat: return open_file(call, mask, AT_FDCWD, (const char *)a[0], O_CREAT | O_TRUNC);
    case __NR_rename: return rename_name(call, AT_FDCWD, (const char *)a[0], AT_FDCWD, second, 0);
    case __NR_link: return make_name(call, AT_FDCWD, second, ENTERED);
    case __NR_unlink:
    case __NR_rmdir: return remove_name(call, AT_FDCWD, (const char *)a[0]);
    case __NR_mkdir: return make_name(call, AT_FDCWD, (const char *)a[0], FOLDER_MADE);
    case __NR_symlink: return make_name(call, AT_FDCWD, second, ENTERED);
    case __NR_mknod: return make_name(call, AT_FDCWD, (const char *)a[0], ENTERED);
#endif
    default: give_up("a call was trapped that is not known"); return -ENOSYS;
  }
}

static void on_trap(int signal, siginfo_t *info, void *context) {
  ucontext_t *caller = context;
  (void)signal;
#if defined(__x86_64__)
  greg_t *r = caller->uc_mcontext.gregs;
  struct call call = {info->si_syscall, {r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9]}};
  r[REG_RAX] = handle(&call, (uint64_t *)&caller->uc_sigmask);
#else
  unsigned long long *r = caller->uc_mcontext.regs;
  struct call call = {info->si_syscall, {r[0], r[1], r[2], r[3], r[4], r[5]}};
  r[0] = handle(&call, (uint64_t *)&caller->uc_sigmask);
#endif
}

static struct sock_filter program[256];
static unsigned short program_length;

static void add(unsigned short code, uint32_t k, uint8_t if_true, uint8_t if_false) {
  program[program_length++] = (struct sock_filter){code, if_true, if_false, k};
}

static void load(size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, offset, 0, 0); }
static void load_argument(int index) { load(offsetof(struct seccomp_data, args) + index * sizeof(uint64_t)); }
static void answer(uint32_t with) { add(BPF_RET | BPF_K, with, 0, 0); }
/* Skips the next `skip` instructions unless the loaded word is `k`. */
static void unless_equal(uint32_t k, uint8_t skip) { add(BPF_JMP | BPF_JEQ | BPF_K, k, 0, skip); }

static void trap_open(int number, int flags_index) {
  unless_equal(number, 4);
  load_argument(flags_index);
  add(BPF_JMP | BPF_JSET | BPF_K, O_CREAT | O_TRUNC | TMPFILE_BIT, 0, 1);
  answer(SECCOMP_RET_TRAP);
  answer(SECCOMP_RET_ALLOW);
}

/* Files that are mapped shared and may be written to through memory. */
static void trap_map(void) {
  unless_equal(__NR_mmap, 10);
  load_argument(2);
  add(BPF_JMP | BPF_JSET | BPF_K, PROT_WRITE, 0, 7);
  load(offsetof(struct seccomp_data, args) + 3 * sizeof(uint64_t) + sizeof(uint32_t));
  add(BPF_JMP | BPF_JEQ | BPF_K, PASS, 5, 0);
  load_argument(3);
  add(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 3, 0);
  add(BPF_ALU | BPF_AND | BPF_K, MAP_TYPE, 0, 0);
  add(BPF_JMP | BPF_JEQ | BPF_K, MAP_PRIVATE, 1, 0);
  answer(SECCOMP_RET_TRAP);
  answer(SECCOMP_RET_ALLOW);
}

static void install_filter(void) {
  load(offsetof(struct seccomp_data, arch));
  unless_equal(ARCHITECTURE, 1);
  add(BPF_JMP | BPF_JA, 1, 0, 0);
  answer(SECCOMP_RET_ALLOW);
  load_argument(5);
  unless_equal(PASS, 1);
  answer(SECCOMP_RET_ALLOW);
  load(offsetof(struct seccomp_data, nr));
  trap_open(__NR_openat, 2);
#ifdef __NR_open
  trap_open(__NR_open, 1);
#endif
  trap_map();
  for (size_t index = 0; index < sizeof trapped / sizeof *trapped; index++) {
    unless_equal(trapped[index], 1);
    answer(SECCOMP_RET_TRAP);
  }
  for (size_t index = 0; index < sizeof refused / sizeof *refused; index++) {
    unless_equal(refused[index].number, 1);
    answer(SECCOMP_RET_ERRNO | refused[index].error);
  }
  answer(SECCOMP_RET_ALLOW);
  struct sock_fprog filter = {program_length, program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
    give_up("this system takes no seccomp filter");
}

#if defined(__x86_64__)
/* What a handler returns to; only arm64 has one of the kernel's own. */
extern void return_from_signal(void);
__asm__(".text\nreturn_from_signal:\n mov $15, %eax\n syscall\n");
#endif

static void install_handler(void) {
  struct action action = {.handler = (void *)on_trap, .flags = SA_SIGINFO, .mask = ~0UL};
#if defined(__x86_64__)
  action.flags |= 0x04000000; /* SA_RESTORER */
  action.restorer = (void *)return_from_signal;
#endif
  if (raw(__NR_rt_sigaction, SIGSYS, (long)&action, 0, sizeof action.mask, 0) != 0) give_up("no handler for SIGSYS");
}

/* A program inherits the filter from the one that starts it, but not the handler. The kernel would answer EBADF. */
static int has_filter(void) { return raw6(__NR_splice, -1, 0, -1, 0, 1, 0) == -EINVAL; }

static void join(char *into, const char *folder, const char *name) {
  size_t length = strlen(folder);
  memcpy(into, folder, length);
  memcpy(into + length, name, strlen(name) + 1);
}

/* Before any other library, and so before libc knows its environment (-z initfirst). */
__attribute__((constructor)) static void start(int count, char **arguments, char **environment) {
  static const char variable[] = "UNSYNCED_FOLDER=";
  (void)count, (void)arguments;
  while (*environment && strncmp(*environment, variable, sizeof variable - 1) != 0) environment++;
  if (!*environment || strlen(*environment) > PATH_MAX / 2) give_up("UNSYNCED_FOLDER is not set");
  const char *folder = *environment + sizeof variable - 1;
  join(disk, folder, "/disk");
  join(log_path, folder, "/log");
  join(removed, folder, "/removed/");
  install_handler();
  if (!has_filter()) install_filter();
}
