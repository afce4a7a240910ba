// OpenMP's run-time library as the race check needs it: GCC's own synchronises in ways that ThreadSanitizer does not
// see. Every region has threads of its own here, and whatever the language orders (fork, join, barrier, critical,
// atomic) is a call that it knows; what the language does not order (who gets which part of a loop) orders nothing here
// either. To know one more construct: its functions of libgomp's interface. What is missing is refused by name at
// loading.
#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

namespace {

constexpr int most_threads = 64, most_loops = 1 << 14, most_locks = 4096;
constexpr std::uint64_t odd = 0x9e3779b97f4a7c15U;

/// A loop of a team, the sections of one, or a `single`. Its counter is relaxed: it hands out parts and orders nothing.
struct Shared {
  std::atomic<std::uint64_t> next{0};
};

struct Team {
  explicit Team(int size) : threads(size) { pthread_barrier_init(&barrier, nullptr, static_cast<unsigned>(size)); }
  ~Team() { pthread_barrier_destroy(&barrier); }
  int threads;
  pthread_barrier_t barrier;
  std::vector<Shared> loops = std::vector<Shared>(most_loops);
  void* copied = nullptr;
};

/// A loop from begin by step, cut into `parts` of `chunk` rounds.
struct Loop {
  std::uint64_t begin = 0, step = 1, rounds = 0, chunk = 1, parts = 0;
};

struct Thread {
  Team* team = nullptr;
  int number = 0;
  int seen = 0;  // loops, sections and singles of the team so far
  Shared* shared = nullptr;
  Loop loop;
};

thread_local Thread self;
Shared alone;  // outside of regions
int wanted_threads = 3;
struct Lock {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
};
Lock locks[most_locks];
std::atomic<int> lock_count{0};
pthread_mutex_t critical_lock = PTHREAD_MUTEX_INITIALIZER, atomic_lock = PTHREAD_MUTEX_INITIALIZER;

struct Start {
  void (*work)(void*);
  void* data;
  Team* team;
  int number;
  Loop loop;
  bool has_loop;
};

void enter(const Start& start) {
  self = Thread{};
  self.team = start.team, self.number = start.number;
  if (start.has_loop) self.shared = &start.team->loops[self.seen++], self.loop = start.loop;
  start.work(start.data);
}

void* begin_thread(void* start) {
  enter(*static_cast<Start*>(start));
  return nullptr;
}

void parallel(void (*work)(void*), void* data, unsigned asked, const Loop* loop) {
  const Thread outer = self;
  int size = asked > 0 ? static_cast<int>(asked) : wanted_threads;
  if (outer.team != nullptr && outer.team->threads > 1) size = 1;  // regions within regions have one thread
  if (size > most_threads) size = most_threads;
  Team team(size);
  std::vector<Start> starts(static_cast<std::size_t>(size));
  std::vector<pthread_t> threads(static_cast<std::size_t>(size));
  for (int i = 0; i < size; ++i) starts[i] = {work, data, &team, i, loop != nullptr ? *loop : Loop{}, loop != nullptr};
  for (int i = 1; i < size; ++i)
    if (pthread_create(&threads[i], nullptr, begin_thread, &starts[i]) != 0) std::abort();
  enter(starts[0]);
  for (int i = 1; i < size; ++i) pthread_join(threads[i], nullptr);
  self = outer;
}

Shared* next_shared() {
  if (self.team == nullptr) {
    alone.next.store(0, std::memory_order_relaxed);
    return &alone;
  }
  if (self.seen >= most_loops) {
    std::fputs("the race check follows 16384 loops per parallel region, and there are more\n", stderr);
    std::abort();
  }
  return &self.team->loops[self.seen++];
}

Loop loop_of(std::uint64_t begin, std::uint64_t rounds, std::uint64_t step, std::uint64_t chunk) {
  Loop loop;
  loop.begin = begin, loop.step = step, loop.rounds = rounds, loop.chunk = chunk > 0 ? chunk : 1;
  loop.parts = (rounds + loop.chunk - 1) / loop.chunk;
  return loop;
}

Loop signed_loop(long begin, long end, long step, long chunk) {
  const long rounds = step > 0 ? (end - begin + step - 1) / step : (end - begin + step + 1) / step;
  return loop_of(static_cast<std::uint64_t>(begin), rounds > 0 ? static_cast<std::uint64_t>(rounds) : 0,
                 static_cast<std::uint64_t>(step), chunk > 0 ? static_cast<std::uint64_t>(chunk) : 0);
}

/// The next part of this thread's loop, in a shuffled order: any order is right for a dynamic loop.
bool next_part(std::uint64_t* first, std::uint64_t* end) {
  const Loop& loop = self.loop;
  const std::uint64_t turn = self.shared->next.fetch_add(1, std::memory_order_relaxed);
  if (turn >= loop.parts) return false;
  std::uint64_t stride = odd % loop.parts;  // parts are visited by a stride that has no factor in common with them
  for (const auto common =
           [](std::uint64_t a, std::uint64_t b) {
             while (b != 0) {
               const std::uint64_t rest = a % b;
               a = b, b = rest;
             }
             return a;
           };
       stride == 0 || common(stride, loop.parts) != 1;)
    ++stride;
  const std::uint64_t part = static_cast<std::uint64_t>(static_cast<unsigned __int128>(turn) * stride % loop.parts);
  const std::uint64_t from = part * loop.chunk;
  const std::uint64_t to = from + loop.chunk < loop.rounds ? from + loop.chunk : loop.rounds;
  *first = loop.begin + from * loop.step;
  *end = loop.begin + to * loop.step;
  return true;
}

bool start_loop(const Loop& loop, std::uint64_t* first, std::uint64_t* end) {
  self.shared = next_shared();
  self.loop = loop;
  return next_part(first, end);
}

void barrier() {
  if (self.team != nullptr) pthread_barrier_wait(&self.team->barrier);
}

bool part_of_long(long* first, long* end) {
  std::uint64_t from = 0, to = 0;
  if (!next_part(&from, &to)) return false;
  *first = static_cast<long>(from), *end = static_cast<long>(to);
  return true;
}

}  // namespace

extern "C" {

int omp_get_thread_num() { return self.number; }
int omp_get_num_threads() { return self.team != nullptr ? self.team->threads : 1; }
int omp_get_max_threads() { return wanted_threads; }
int omp_get_num_procs() { return wanted_threads; }
int omp_in_parallel() { return self.team != nullptr && self.team->threads > 1 ? 1 : 0; }
int omp_get_level() { return self.team != nullptr ? 1 : 0; }
int omp_get_dynamic() { return 0; }
void omp_set_dynamic(int) {}
void omp_set_schedule(int, int) {}
void omp_set_num_threads(int threads) {
  if (threads > 0) wanted_threads = threads < most_threads ? threads : most_threads;
}
double omp_get_wtime() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// A lock of OpenMP has room for four bytes: its number.
void omp_init_lock(int* lock) {
  *lock = lock_count.fetch_add(1, std::memory_order_relaxed);
  if (*lock < most_locks) return;
  std::fputs("the race check knows 4096 locks, and there are more\n", stderr);
  std::abort();
}
void omp_destroy_lock(int*) {}
void omp_set_lock(int* lock) { pthread_mutex_lock(&locks[*lock].mutex); }
void omp_unset_lock(int* lock) { pthread_mutex_unlock(&locks[*lock].mutex); }

void GOMP_parallel(void (*work)(void*), void* data, unsigned threads, unsigned) {
  parallel(work, data, threads, nullptr);
}
void GOMP_barrier() { barrier(); }
bool GOMP_cancel(int, bool) { return false; }
void GOMP_critical_start() { pthread_mutex_lock(&critical_lock); }
void GOMP_critical_end() { pthread_mutex_unlock(&critical_lock); }
void GOMP_critical_name_start(void**) { pthread_mutex_lock(&critical_lock); }
void GOMP_critical_name_end(void**) { pthread_mutex_unlock(&critical_lock); }
void GOMP_atomic_start() { pthread_mutex_lock(&atomic_lock); }
void GOMP_atomic_end() { pthread_mutex_unlock(&atomic_lock); }

bool GOMP_single_start() { return next_shared()->next.fetch_add(1, std::memory_order_relaxed) == 0; }
void* GOMP_single_copy_start() {
  if (GOMP_single_start()) return nullptr;
  barrier();
  return self.team->copied;
}
void GOMP_single_copy_end(void* data) {
  if (self.team == nullptr) return;
  self.team->copied = data;
  barrier();
}

unsigned GOMP_sections_next() {
  std::uint64_t first = 0, end = 0;
  return next_part(&first, &end) ? static_cast<unsigned>(first) : 0;
}
unsigned GOMP_sections_start(unsigned count) {
  self.shared = next_shared();
  self.loop = loop_of(1, count, 1, 1);
  return GOMP_sections_next();
}
void GOMP_sections_end() { barrier(); }
void GOMP_sections_end_nowait() {}
void GOMP_parallel_sections(void (*work)(void*), void* data, unsigned threads, unsigned count, unsigned) {
  const Loop loop = loop_of(1, count, 1, 1);
  parallel(work, data, threads, &loop);
}

void GOMP_loop_end() { barrier(); }
void GOMP_loop_end_nowait() {}

// The schedules differ in who gets which part, which is anybody here.
#define MLPLAB_SCHEDULE(name)                                                                                        \
  bool GOMP_loop_##name##_start(long begin, long end, long step, long chunk, long* first, long* last) {              \
    self.shared = next_shared();                                                                                     \
    self.loop = signed_loop(begin, end, step, chunk);                                                                \
    return part_of_long(first, last);                                                                                \
  }                                                                                                                  \
  bool GOMP_loop_##name##_next(long* first, long* last) { return part_of_long(first, last); }                        \
  bool GOMP_loop_ull_##name##_start(bool up, unsigned long long begin, unsigned long long end,                       \
                                    unsigned long long step, unsigned long long chunk, unsigned long long* first,    \
                                    unsigned long long* last) {                                                      \
    const std::uint64_t size = up ? step : 0 - step, way = up ? end - begin : begin - end;                           \
    const bool none = up ? end <= begin : begin <= end;                                                              \
    std::uint64_t from = 0, to = 0;                                                                                  \
    if (!start_loop(loop_of(begin, none ? 0 : (way + size - 1) / size, step, chunk), &from, &to)) return false;      \
    *first = from, *last = to;                                                                                       \
    return true;                                                                                                     \
  }                                                                                                                  \
  bool GOMP_loop_ull_##name##_next(unsigned long long* first, unsigned long long* last) {                            \
    std::uint64_t from = 0, to = 0;                                                                                  \
    if (!next_part(&from, &to)) return false;                                                                        \
    *first = from, *last = to;                                                                                       \
    return true;                                                                                                     \
  }                                                                                                                  \
  void GOMP_parallel_loop_##name(void (*work)(void*), void* data, unsigned threads, long begin, long end, long step, \
                                 long chunk, unsigned) {                                                             \
    const Loop loop = signed_loop(begin, end, step, chunk);                                                          \
    parallel(work, data, threads, &loop);                                                                            \
  }
MLPLAB_SCHEDULE(static)
MLPLAB_SCHEDULE(dynamic)
MLPLAB_SCHEDULE(guided)
MLPLAB_SCHEDULE(nonmonotonic_dynamic)
MLPLAB_SCHEDULE(nonmonotonic_guided)
#undef MLPLAB_SCHEDULE

// schedule(runtime) and schedule(auto) have no chunk.
#define MLPLAB_RUNTIME(name)                                                                                         \
  bool GOMP_loop_##name##_start(long begin, long end, long step, long* first, long* last) {                          \
    return GOMP_loop_dynamic_start(begin, end, step, 1, first, last);                                                \
  }                                                                                                                  \
  bool GOMP_loop_##name##_next(long* first, long* last) { return part_of_long(first, last); }                        \
  bool GOMP_loop_ull_##name##_start(bool up, unsigned long long begin, unsigned long long end,                       \
                                    unsigned long long step, unsigned long long* first, unsigned long long* last) {  \
    return GOMP_loop_ull_dynamic_start(up, begin, end, step, 1, first, last);                                        \
  }                                                                                                                  \
  bool GOMP_loop_ull_##name##_next(unsigned long long* first, unsigned long long* last) {                            \
    return GOMP_loop_ull_dynamic_next(first, last);                                                                  \
  }                                                                                                                  \
  void GOMP_parallel_loop_##name(void (*work)(void*), void* data, unsigned threads, long begin, long end, long step, \
                                 unsigned flags) {                                                                   \
    GOMP_parallel_loop_dynamic(work, data, threads, begin, end, step, 1, flags);                                     \
  }
MLPLAB_RUNTIME(runtime)
MLPLAB_RUNTIME(nonmonotonic_runtime)
MLPLAB_RUNTIME(maybe_nonmonotonic_runtime)
#undef MLPLAB_RUNTIME

}  // extern "C"
