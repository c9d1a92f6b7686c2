#define _GNU_SOURCE
#include "reserve.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define EX_OSERR 71
#define PLACES 16
#define SPARE ((size_t)1 << 20)

enum { FREE, TAKEN, KEPT };

static struct {
  atomic_int state;
  char path[PATH_MAX];
} places[PLACES];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int lock_owner;
/* The thread that ends the process. */
static atomic_int ending;
static atomic_int is_prepared;
/* The exit code if memory is refused. */
static atomic_int outcome = EX_OSERR;
/* Whether an output has its name. */
static int has_output;
static void *spare = MAP_FAILED;

static int this_thread(void) { return (int)syscall(SYS_gettid); }

/* A thread that reads this far may need more of its stack than it has used yet, and with little address space left the
 * stack cannot grow. So it grows now. */
static __attribute__((noinline)) void grow_stack(void) {
  struct rlimit limit;
  size_t most = (size_t)1 << 20;
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur / 4 < most) most = limit.rlim_cur / 4;
  volatile char *stack = __builtin_alloca(most);
  for (size_t place = 0; place < most; place += 4096) stack[place] = 0;
}

void reserve_prepare(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    /* Otherwise each thread takes 64 MiB of the address space for itself. */
    mallopt(M_ARENA_MAX, 1);
    grow_stack();
  }
  /* Else the first large buffer that is freed makes the library keep those that follow. Set by hand, neither grows. */
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 16 << 20);
  spare = mmap(NULL, SPARE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  atomic_store(&is_prepared, 1);
}

/* MARK: Hidden folders */

int reserve_take(const char *path) {
  size_t length = strlen(path);
  /* The names in the folder come behind. */
  if (length + 1 >= PATH_MAX / 2) return -1;
  for (int place = 0; place < PLACES; place++) {
    int expected = FREE;
    if (!atomic_compare_exchange_strong(&places[place].state, &expected, TAKEN)) continue;
    memcpy(places[place].path, path, length + 1);
    return place;
  }
  return -1;
}

void reserve_keep(int place) {
  if (place >= 0) atomic_store(&places[place].state, KEPT);
}

void reserve_give(int place) {
  if (place >= 0) atomic_store(&places[place].state, FREE);
}

void reserve_lock(void) {
  pthread_mutex_lock(&lock);
  atomic_store(&lock_owner, this_thread());
}

void reserve_unlock(void) {
  atomic_store(&lock_owner, 0);
  pthread_mutex_unlock(&lock);
}

void reserve_committed(int code) {
  atomic_store(&outcome, code);
  has_output = 1;
}

int reserve_is_committed(void) { return has_output; }

/* What getdents64(2) gives. */
struct entry {
  uint64_t inode;
  int64_t next;
  unsigned short size;
  unsigned char kind;
  char name[];
};

static int open_folder(const char *path) {
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0 && (errno == EMFILE || errno == ENFILE)) {
    /* The process ends: nobody reads standard input any more. */
    close(STDIN_FILENO);
    folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  }
  return folder;
}

/* Removes a folder with all that is in it. `path` has room for PATH_MAX bytes and is as before in the end. Other threads
 * may still make files, so that what was emptied may not be empty. */
static void remove_folder(char *path, int depth) {
  size_t length = strlen(path);
  for (int attempt = 0; attempt < 1000; attempt++) {
    _Alignas(8) char buffer[4096];
    int folder = open_folder(path);
    if (folder < 0) return;
    long bytes = syscall(SYS_getdents64, folder, buffer, sizeof buffer);
    close(folder);
    for (long place = 0; place < bytes;) {
      struct entry *entry = (struct entry *)(buffer + place);
      place += entry->size;
      size_t name = strlen(entry->name);
      if (!strcmp(entry->name, ".") || !strcmp(entry->name, "..") || length + name + 2 > PATH_MAX) continue;
      path[length] = '/';
      memcpy(path + length + 1, entry->name, name + 1);
      if (unlink(path) != 0 && (errno == EISDIR || errno == EPERM) && depth < 32) remove_folder(path, depth + 1);
      path[length] = 0;
    }
    if (rmdir(path) == 0 || (errno != ENOTEMPTY && errno != EEXIST)) return;
  }
}

void reserve_remove_all(void) {
  for (int place = 0; place < PLACES; place++) {
    if (atomic_load(&places[place].state) == KEPT) remove_folder(places[place].path, 0);
  }
}

static void end_on_signal(int number) {
  reserve_remove_all();
  signal(number, SIG_DFL);
  raise(number);
}

void reserve_remove_on_signal(int number) {
  struct sigaction action = {.sa_handler = end_on_signal, .sa_flags = SA_NODEFER};
  sigaction(number, &action, NULL);
}

/* MARK: The end */

static void wait_for_ever(void) {
  for (;;) pause();
}

void reserve_yield(void) {
  int thread = atomic_load(&ending);
  if (thread != 0 && thread != this_thread()) wait_for_ever();
}

void reserve_end(int code) {
  int expected = 0;
  int own = this_thread();
  if (!atomic_compare_exchange_strong(&ending, &expected, own) && expected != own) wait_for_ever();
  atomic_store(&outcome, code);
}

/* MARK: The calls for memory
 *
 * Definitions in the program come before those of shared libraries, so that Swift's library, libxml2 and all others call
 * these. A sanitizer has definitions of its own, which must not be hidden. */

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(IS_SANITIZED)

static void write_line(const char *line) {
  size_t rest = strlen(line);
  while (rest > 0) {
    ssize_t done = write(STDERR_FILENO, line, rest);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return;
    line += done;
    rest -= (size_t)done;
  }
}

/* Memory was refused: the process ends. */
static void refuse(void) {
  if (!atomic_load(&is_prepared)) return;
  int expected = 0;
  int own = this_thread();
  if (!atomic_compare_exchange_strong(&ending, &expected, own)) {
    if (expected != own) wait_for_ever();
    /* The result and its message are out; what failed came after. */
    _exit(atomic_load(&outcome));
  }
  if (spare != MAP_FAILED) munmap(spare, SPARE);
  /* Whoever makes, names or removes a folder is waited for, unless it waits for memory, too. */
  if (atomic_load(&lock_owner) != own) {
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 2;
    pthread_mutex_timedlock(&lock, &end);
  }
  reserve_remove_all();
  int code = atomic_load(&outcome);
  write_line(
      code == EX_OSERR
          ? "p2c: the machine refuses memory; raise the limit (ulimit -v), lower --jobs or use a larger machine\n"
          : "p2c: standard output: the summary could not be written for lack of memory; the result is complete\n");
  _exit(code);
}

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void *(*next_malloc)(size_t) = __libc_malloc;
static void *(*next_calloc)(size_t, size_t) = __libc_calloc;
static void *(*next_realloc)(void *, size_t) = __libc_realloc;
static void *(*next_aligned)(size_t, size_t) = __libc_memalign;

/* A library that is loaded first, such as one that counts allocations, is called in place of the system's. */
static __attribute__((constructor)) void find_next(void) {
  void *found;
  if ((found = dlsym(RTLD_NEXT, "malloc"))) next_malloc = (void *(*)(size_t))found;
  if ((found = dlsym(RTLD_NEXT, "calloc"))) next_calloc = (void *(*)(size_t, size_t))found;
  if ((found = dlsym(RTLD_NEXT, "realloc"))) next_realloc = (void *(*)(void *, size_t))found;
  if ((found = dlsym(RTLD_NEXT, "aligned_alloc"))) next_aligned = (void *(*)(size_t, size_t))found;
}

void *malloc(size_t size) {
  void *memory = next_malloc(size);
  if (__builtin_expect(memory == NULL, 0)) refuse();
  return memory;
}

void *calloc(size_t number, size_t size) {
  void *memory = next_calloc(number, size);
  if (__builtin_expect(memory == NULL, 0)) refuse();
  return memory;
}

void *realloc(void *old, size_t size) {
  void *memory = next_realloc(old, size);
  if (__builtin_expect(memory == NULL && size != 0, 0)) refuse();
  return memory;
}

void *aligned_alloc(size_t alignment, size_t size) {
  void *memory = next_aligned(alignment, size);
  if (__builtin_expect(memory == NULL && errno == ENOMEM, 0)) refuse();
  return memory;
}

void *memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *found = next_aligned(alignment, size);
  if (__builtin_expect(found == NULL, 0)) {
    refuse();
    return ENOMEM;
  }
  *memory = found;
  return 0;
}

#endif
