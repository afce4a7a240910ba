// Kernels in CUDA, checked without a GPU: the plain ones are right, planted faults are told at their lines, and the
// process is confined. A fault is a change of a plain version; to add one: a line in the table, its line marked 'HERE'.
#include <gtest/gtest.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/compute/backend_table.h"
#include "core/workshop/backend.h"
#include "core/workshop/check.h"
#include "core/workshop/cuda_counts.h"
#include "core/workshop/device.h"
#include "core/workshop/words.h"
#include "tests/core/workshop/kernels.h"
#include "tests/support/support.h"

namespace mlplab::workshop {
namespace {

struct Change {
  const char *old, *now;
};

struct ChangedKernel {
  const char *name, *task, *code;
  std::vector<Change> changes;
};

/// The plain version with each `old`, which is in it once, in other words.
Work changed_work(const std::filesystem::path& folder, const std::string& task, const std::vector<Change>& changes) {
  std::string text = read_file(plain_work(find_task(task), "cuda").source());
  for (const Change& change : changes) {
    const std::size_t at = text.find(change.old);
    EXPECT_NE(at, std::string::npos) << change.old;
    EXPECT_EQ(text.find(change.old, at + 1), std::string::npos) << change.old;
    if (at != std::string::npos) text.replace(at, std::string(change.old).size(), change.now);
  }
  return work_with_text(folder, task, "cuda", text);
}

Check cuda_check_of(const std::string& task, const std::vector<Change>& changes, double time_s = 20.0) {
  const test::TemporaryFolder folder;
  CheckOptions options;
  options.limits.time_s = time_s;
  options.limits.memory_bytes = std::uint64_t{1} << 29;
  return check_work(changed_work(folder.path(), task, changes), options);
}

/// A product in tiles of 8 × 8; what stands in for the two barriers.
Change tiles(const char* before, const char* behind, std::string& text) {
  text = std::string(R"(  const int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
  __shared__ float tile_a[16][16], tile_b[16][16];
  float sum = 0.0f;
  for (int first = 0; first < k; first += 16) {
    const int p = first + threadIdx.x, q = first + threadIdx.y;
    tile_a[threadIdx.y][threadIdx.x] = i < m && p < k ? a[i * k + p] : 0.0f;
    tile_b[threadIdx.y][threadIdx.x] = q < k && j < n ? b[q * n + j] : 0.0f;
    )") + before +
         R"(
    for (int t = 0; t < 16 && first + t < k; ++t)
      sum += tile_a[threadIdx.y][t] * tile_b[t][threadIdx.x];  // HERE
    )" + behind +
         R"(
  }
  if (i < m && j < n) c[i * n + j] = sum;
}
#if 0
)";
  return {"  const int j = blockIdx.x * blockDim.x + threadIdx.x;  // the column of c\n", text.c_str()};
}
constexpr Change end_of_tiles = {"  c[i * n + j] = sum;\n}\n", "  c[i * n + j] = sum;\n}\n#endif\n"};

const std::vector<ChangedKernel>& changed_kernels() {
  static std::string no_first, no_second;
  static const std::vector<ChangedKernel> all = {
      {"index_out_of_range",
       "matrix_product",
       "out-of-range",
       {{"for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];",
         "for (int p = 0; p <= k; ++p) sum += a[i * k + p] * b[p * n + j];  // HERE"}}},
      {"forgotten_bounds_test",
       "transpose",
       "out-of-range",
       {{"if (i < rows && j < columns) y[j * rows + i] = x[i * columns + j];",
         "y[j * rows + i] = x[i * columns + j];  // HERE"}}},
      {"wrong_transpose", "transpose", "wrong", {{"y[j * rows + i] = x", "y[i * columns + j] = x"}}},
      {"missing_barrier",
       "vector_sum",
       "race",
       {{"  __syncthreads();  // now all parts are there\n", ""},
        {"total += parts[t];", "total += parts[t];  // HERE"}}},
      {"missing_first_barrier_of_tiles",
       "matrix_product",
       "race",
       {tiles("", "__syncthreads();", no_first), end_of_tiles}},
      {"missing_second_barrier_of_tiles",
       "matrix_product",
       "race",
       {tiles("__syncthreads();", "", no_second), end_of_tiles}},
      {"barrier_in_a_branch",
       "vector_sum",
       "barrier-missed",
       {{"  __syncthreads();  // now all parts are there\n", "  if (threadIdx.x < n) __syncthreads();  // HERE\n"}}},
      {"uninitialised_shared_memory",
       "vector_sum",
       "unwritten",
       {{"  parts[threadIdx.x] = part;", "  if (threadIdx.x < n) parts[threadIdx.x] = part;"},
        {"total += parts[t];", "total += parts[t];  // HERE"}}},
      {"sum_without_atomic_functions",
       "vector_sum",
       "race",
       {{"  parts[threadIdx.x] = part;\n  __syncthreads();  // now all parts are there\n",
         "  if (threadIdx.x == 0) sum[0] = 0.0f;\n  __syncthreads();\n  sum[0] += part;  // HERE\n  return;\n"}}},
      {"blocks_that_overwrite_each_other",
       "dense_forward",
       "race-blocks",
       {{"y[i * out + j] = sum < 0.0f ? 0.0f : sum;", "y[j] = sum < 0.0f ? 0.0f : sum;  // HERE\n//"}}},
      {"host_pointer_in_a_kernel",
       "weight_gradient",
       "host-memory",
       {{"sum += d[i * out + j] * x[i * in + p];", "sum += d[i * out + j] * x[i * in + p];  // HERE"},
        {"in, out, device_d, device_x, device_dw);", "in, out, d, device_x, device_dw);"}}},
      {"copies_too_much",
       "max_pooling",
       "copy-out-of-range",
       {{"  cudaMemcpy(y, device_y, y_bytes, cudaMemcpyDeviceToHost);",
         "  cudaMemcpy(y, device_y, y_bytes + 4, cudaMemcpyDeviceToHost);  // HERE"}}},
      {"forgets_the_copy_back",
       "softmax_loss",
       "unwritten",
       {{"  cudaMemcpy(loss, device_loss, sizeof(float) * batch, cudaMemcpyDeviceToHost);\n", ""}}},
      {"never_written",
       "convolution",
       "copy-unwritten",
       {{"  if (i >= rows || j >= columns) return;", "  if (i >= rows || j >= columns || f == 1) return;"},
        {"  cudaMemcpy(y, device_y, y_bytes, cudaMemcpyDeviceToHost);",
         "  cudaMemcpy(y, device_y, y_bytes, cudaMemcpyDeviceToHost);  // HERE"}}},
      {"reads_past_the_input_on_the_host",
       "vector_sum",
       "crash",
       {{"  float *device_x, *device_sum;\n",
         "  float host = 0;\n  for (int i = 0; i < n + 4096; ++i) host += x[i];  // HERE\n  float *device_x, "
         "*device_sum;\n"}}},
      {"divides_by_zero_on_the_host",
       "transpose",
       "crash",
       {{"  const dim3 block(32, 8),",
         "  const int each = 32 / (rows / 4096);  // HERE\n  const dim3 block(each, 8),"}}},
  };
  return all;
}

class PlantedInCuda : public ::testing::TestWithParam<ChangedKernel> {};

TEST_P(PlantedInCuda, IsCaughtAtItsLine) {
  const test::TemporaryFolder folder;
  const Work work = changed_work(folder.path(), GetParam().task, GetParam().changes);
  const Check check = check_work(work);
  EXPECT_FALSE(check.right());
  const auto found = std::ranges::find(check.faults, GetParam().code, &Fault::code);
  ASSERT_NE(found, check.faults.end()) << faults_in_words(check);
  EXPECT_EQ(found->line, marked_line(work)) << faults_in_words(check);
}

INSTANTIATE_TEST_SUITE_P(All, PlantedInCuda, ::testing::ValuesIn(changed_kernels()),
                         [](const ::testing::TestParamInfo<ChangedKernel>& p) { return std::string(p.param.name); });

TEST(RightCuda, ThePlainVersionOfEveryTaskIsAccusedOfNothing) {
  const test::TemporaryFolder folder;
  for (const Task& task : tasks()) {
    const Check check = check_work(new_work(task, find_language("cuda"), folder.path() / task.name));
    EXPECT_TRUE(check.right()) << task.name << "\n" << faults_in_words(check);
    EXPECT_TRUE(check.notes.empty() && check.messages.empty()) << task.name << "\n" << faults_in_words(check);
    ASSERT_TRUE(check.counts);
    EXPECT_TRUE(check.counts->complete);
  }
}

TEST(RightCuda, AProductInTilesIsAccusedOfNothing) {
  std::string text;
  const Check check =
      cuda_check_of("matrix_product", {tiles("__syncthreads();", "__syncthreads();", text), end_of_tiles});
  EXPECT_TRUE(check.right()) << faults_in_words(check);
}

TEST(RightCuda, CountsAreThoseKnownByHand) {
  const test::TemporaryFolder folder;
  // One warp per 32 numbers of the one size that has so many, 4099: the first thread alone stores, 8 sectors are 64.
  const Work work =
      changed_work(folder.path(), "vector_sum",
                   {{"part += x[i];", "part += x[i];  // HERE"}, {"    sum[0] = total;", "    *sum = total;"}});
  const Check check = check_work(work);
  ASSERT_TRUE(check.right()) << faults_in_words(check);
  long long least = 0;
  for (const CheckCase& one : check_cases(*work.task)) least += (one.sizes[0] + 7) / 8;  // 8 floats per sector
  const std::vector<CountRow> rows = count_rows(work, *check.counts);
  const auto row = std::ranges::find(rows, marked_line(work), &CountRow::line);
  ASSERT_NE(row, rows.end());
  EXPECT_EQ(row->counted, least);
  EXPECT_EQ(row->against, least);
  const auto json = check_json(work, check);
  EXPECT_EQ(json["counts"]["launches"].size(), 1U);
  EXPECT_EQ(json["counts"]["launches"][0]["launches"], check.cases);
  EXPECT_EQ(json["counts"]["accesses"][0]["asked"], least);
}

TEST(CudaProcess, WhatIsForbiddenFailsAndNothingElse) {
  const test::TemporaryFolder folder;
  test::write_bytes(folder / "precious", "1");
  const std::string has_landlock = ::syscall(444, nullptr, 0, 1U) >= 1 ? "true" : "false";
  const std::string body = "\nconst bool has_landlock = " + has_landlock + ";" + R"(

#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
static int started() { return open("early", O_CREAT | O_WRONLY, 0600) >= 0 || fork() >= 0; }
static int early = started();
static int tries(const char* precious) {
  int worked = early;
  char* words[] = {nullptr};
  if (fork() >= 0 || vfork() >= 0) worked |= 2;
  if (open("new", O_CREAT | O_WRONLY, 0600) >= 0 || open(precious, O_RDWR) >= 0) worked |= 4;
  if (unlink(precious) == 0 || rename(precious, "other") == 0 || truncate(precious, 0) == 0) worked |= 8;
  if (socket(AF_INET, SOCK_STREAM, 0) >= 0) worked |= 16;
  if (kill(getppid(), SIGSTOP) == 0 || kill(-1, SIGCONT) == 0) worked |= 32;
  const int other = open("/usr/bin/true", O_RDONLY);
  if (other < 0 || dup2(other, 100) >= 0) worked |= 64;
  if (has_landlock && open(precious, O_RDONLY) >= 0) worked |= 1024;
  for (int number = 0; number < 128; ++number)
    if (syscall(SYS_execveat, number, "", words, words, 4096) == 0) worked |= 128;
  if (execve("/usr/bin/true", words, words) == 0) worked |= 256;
  rlimit more{200, 200};
  if (setrlimit(RLIMIT_NOFILE, &more) == 0 || setrlimit(RLIMIT_FSIZE, &more) == 0) worked |= 512;
  return worked;
}
extern "C" void vector_sum)";
  const std::string call = "  if (const int worked = tries(\"" + (folder / "precious").string() +
                           "\")) { sum[0] = float(worked); return; }\n  float *device_x, *device_sum;\n";
  const Check check = cuda_check_of("vector_sum", {{"extern \"C\" void vector_sum", body.c_str()},
                                                   {"  float *device_x, *device_sum;\n", call.c_str()}});
  EXPECT_TRUE(check.right()) << faults_in_words(check);
  EXPECT_EQ(test::read_bytes(folder / "precious"), "1");
}

Check check_with_first(const char* first, double time_s = 20.0) {
  const std::string text = std::string(first) + "\n  float *device_x, *device_sum;\n";
  return cuda_check_of("vector_sum", {{"  float *device_x, *device_sum;\n", text.c_str()}}, time_s);
}

TEST(CudaProcess, TimeMemoryAndOutputAreLimited) {
  const Check waits = check_with_first("  volatile int on = 1;\n  while (on) {\n  }", 1.0);
  EXPECT_EQ(first_code(waits), "time") << faults_in_words(waits);
  EXPECT_EQ(waits.faults.front().line, 17) << faults_in_words(waits);
  EXPECT_EQ(waits.faults.size(), 1U) << faults_in_words(waits);
  const Check grows = check_with_first("  for (;;) memset(malloc(1 << 20), 1, 1 << 20);");
  EXPECT_EQ(first_code(grows), "memory") << faults_in_words(grows);
  const Check prints = check_with_first("  for (;;) puts(\"I am a kernel, and I say so\");");
  EXPECT_EQ(first_code(prints), "output") << faults_in_words(prints);
  const Check floods = check_with_first("  for (;;) dprintf(11, \"no report\");");
  EXPECT_EQ(first_code(floods), "output") << faults_in_words(floods);
  const Check leaves = check_with_first("  exit(0);");
  EXPECT_EQ(first_code(leaves), "crash") << faults_in_words(leaves);
}

TEST(CudaProcess, PrintsOnce) {
  const Check check = cuda_check_of(
      "vector_sum", {{"    sum[0] = total;", "    sum[0] = total;\n    if (n == 4099) printf(\"%d\\n\", n);"}});
  EXPECT_TRUE(check.right()) << faults_in_words(check);
  EXPECT_EQ(check.output, "4099\n");
}

TEST(CudaFiles, ThatDoNotCompileAreToldAtTheirLines) {
  const Check wrong = cuda_check_of("transpose", {{"const dim3 block(32, 8)", "const dim4 block(32, 8)"}});
  EXPECT_EQ(first_code(wrong), "compile");
  EXPECT_EQ(wrong.faults.front().line, 14) << faults_in_words(wrong);
  const Check other = cuda_check_of("transpose", {{"extern \"C\" void transpose(", "extern \"C\" void turn("}});
  EXPECT_NE(faults_in_words(other).find("defines no function transpose"), std::string::npos) << faults_in_words(other);
  const Check shapes =
      cuda_check_of("transpose", {{"transpose(int rows, int columns", "transpose(float rows, int columns"}});
  EXPECT_EQ(first_code(shapes), "compile") << faults_in_words(shapes);
  const Check launch = cuda_check_of("transpose", {{"<<<grid, block>>>", "<<<>>>"}});
  ASSERT_EQ(first_code(launch), "compile");
  EXPECT_TRUE(launch.faults.front().sentence.starts_with("line 15: <<<")) << faults_in_words(launch);
}

TEST(CudaFiles, AreNeitherTimedNorTrainedWithWithoutAGpu) {
  if (why_no_gpu().empty()) GTEST_SKIP() << "there is a GPU: gpu_test.cpp";
  const test::TemporaryFolder folder;
  Work work = new_work(find_task("matrix_product"), find_language("cuda"), folder / "work");
  ASSERT_TRUE(check_work(work).right());
  const std::string why = workshop_backends().entry("workshop:" + work.folder.string()).why_not();
  EXPECT_NE(why.find("without a GPU"), std::string::npos) << why;
  work.flags = {"-O3"};
  EXPECT_THROW(check_work(work), InputError);
}

}  // namespace
}  // namespace mlplab::workshop
