// Right kernels, odd styles included, are not accused. To add one: a line in the table.
#include <gtest/gtest.h>

#include "core/workshop/check.h"
#include "core/workshop/kept_check.h"
#include "tests/core/workshop/kernels.h"
#include "tests/support/support.h"

namespace mlplab::workshop {
namespace {

struct Right {
  const char *name, *task, *language, *body;
};

const std::vector<Right>& right_kernels() {
  static const std::vector<Right> all = {
      {"rows_of_b_and_kept_memory", "matrix_product", "cpp", R"(
  static std::vector<float> row;  // grows, and is not given back
  if (row.size() < size_t(n)) row.resize(n);
  for (int i = 0; i < m; ++i) {
    std::fill(row.begin(), row.begin() + n, 0.0f);
    for (int p = 0; p < k; ++p)
      for (int j = 0; j < n; ++j) row[j] += a[i * k + p] * b[p * n + j];
    std::copy_n(row.begin(), n, c + i * n);
  })"},
      {"threads_of_the_standard_library", "matrix_product", "cpp", R"(
//@ #include <thread>
  auto half = [=](int first, int last) {
    for (int i = first; i < last; ++i)
      for (int j = 0; j < n; ++j) {
        double sum = 0;
        for (int p = k; p-- > 0;) sum += double(a[i * k + p]) * b[p * n + j];
        c[i * n + j] = float(sum);
      }
  };
  std::thread other(half, 0, m / 2);
  half(m / 2, m);
  other.join();)"},
      {"collapse_and_simd", "matrix_product", "openmp", R"(
#pragma omp parallel for collapse(2) schedule(dynamic, 2)
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
#pragma omp simd reduction(+ : s)
      for (int p = 0; p < k; p++) s += a[i * k + p] * b[p * n + j];
      c[i * n + j] = s;
    })"},
      {"barriers_in_one_region", "matrix_product", "openmp", R"(
//@ #include <omp.h>
#pragma omp parallel
  {
    const int t = omp_get_thread_num(), all = omp_get_num_threads();
    for (int q = t; q < m * n; q += all) c[q] = 0;
#pragma omp barrier
    for (int p = 0; p < k; ++p)
#pragma omp for
      for (unsigned long q = 0; q < (unsigned long)(m) * n; ++q) c[q] += a[q / n * k + p] * b[p * n + q % n];
  })"},
      {"aligned_vectors", "dense_forward", "cpp", R"(
  const float* w0 = static_cast<const float*>(__builtin_assume_aligned(w, 64));
  for (int i = 0; i < batch; ++i)
    for (int j = 0; j < out; ++j) {
      float s[4] = {bias[j], 0, 0, 0};
      int p = 0;
      for (; p + 4 <= in; p += 4)
        for (int q = 0; q < 4; ++q) s[q] += x[i * in + p + q] * w0[j * in + p + q];
      for (; p < in; ++p) s[0] += x[i * in + p] * w0[j * in + p];
      const float sum = s[0] + s[1] + s[2] + s[3];
      y[i * out + j] = sum < 0 ? 0 : sum;
    })"},
      {"critical", "dense_forward", "openmp", R"(
  int rows = 0;
#pragma omp parallel for schedule(guided)
  for (int i = 0; i < batch; ++i) {
    for (int j = 0; j < out; ++j) {
      float s = bias[j];
      for (int p = 0; p < in; ++p) s += x[i * in + p] * w[j * in + p];
      y[i * out + j] = !(s >= 0) && s == s ? 0 : s;
    }
#pragma omp critical
    ++rows;
  }
  if (rows != batch) y[0] = 1e30f;)"},
      {"batch_outermost", "weight_gradient", "cpp", R"(
  for (int q = 0; q < in * out; ++q) dw[q] = 0;
  for (const float *di = d, *xi = x; di != d + batch * out; di += out, xi += in)
    for (int j = 0; j < out; ++j)
      for (int p = 0; p < in; ++p) dw[j * in + p] += di[j] * xi[p];)"},
      {"reduction_of_an_array", "weight_gradient", "openmp", R"(
  for (int q = 0; q < in * out; ++q) dw[q] = 0;
#pragma omp parallel for reduction(+ : dw[: in * out])
  for (int i = 0; i < batch; ++i)
    for (int j = 0; j < out; ++j)
      for (int p = 0; p < in; ++p) dw[j * in + p] += d[i * out + j] * x[i * in + p];)"},
      {"in_double", "softmax_loss", "cpp", R"(
  for (int i = 0; i < batch; ++i) {
    const float* r = outputs + i * classes;
    double top = r[0], sum = 0;
    for (int j = 0; j < classes; ++j) top = std::fmax(top, double(r[j]));
    for (int j = 0; j < classes; ++j) sum += std::exp(r[j] - top);
    for (int j = 0; j < classes; ++j)
      gradient[i * classes + j] = float((std::exp(r[j] - top) / sum - (j == labels[i] ? 1 : 0)) / batch);
    loss[i] = float(top + std::log(sum) - r[labels[i]]);
  })"},
      {"columns_first", "max_pooling", "openmp", R"(
  const int rows = (height - kernel) / stride + 1, columns = (width - kernel) / stride + 1;
#pragma omp parallel
  {
    std::vector<float> best(width);
#pragma omp for schedule(runtime)
    for (int q = 0; q < images * rows; ++q) {
      const float* from = x + (q / rows * height + q % rows * stride) * width;
      for (int j = 0; j < width; ++j) {
        best[j] = from[j];
        for (int p = 1; p < kernel; ++p)
          if (!(from[p * width + j] <= best[j]) && best[j] == best[j]) best[j] = from[p * width + j];
      }
      for (int j = 0; j < columns; ++j) {
        float v = best[j * stride];
        for (int p = 1; p < kernel; ++p)
          if (!(best[j * stride + p] <= v) && v == v) v = best[j * stride + p];
        y[q * columns + j] = v;
      }
    }
  })"},
      {"as_a_product", "convolution", "cpp", R"(
//@ #include <cstdlib>
  const int rows = height - kernel + 1, columns = width - kernel + 1, taps = channels * kernel * kernel;
  float* lines = (float*)malloc(sizeof(float) * taps);
  for (int n = 0; n < batch; ++n)
    for (int q = 0; q < rows * columns; ++q) {
      for (int t = 0; t < taps; ++t) {
        const int ch = t / (kernel * kernel), p = t / kernel % kernel, r = t % kernel;
        lines[t] = x[((n * channels + ch) * height + q / columns + p) * width + q % columns + r];
      }
      for (int f = 0; f < filters; ++f) {
        float s = bias[f];
        for (int t = 0; t < taps; ++t) s += lines[t] * w[f * taps + t];
        y[(n * filters + f) * rows * columns + q] = s;
      }
    }
  free(lines);)"},
      {"reduction_atomic_and_lock", "vector_sum", "openmp", R"(
//@ #include <omp.h>
  float total = 0, rest = 0, last = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < n / 3; ++i) total += x[i];
#pragma omp parallel for schedule(dynamic)
  for (int i = n / 3; i < n / 2; ++i) {
#pragma omp atomic
    rest += x[i];
  }
#pragma omp parallel
  {
    float mine = 0;
#pragma omp for nowait
    for (int i = n / 2; i < n; ++i) mine += x[i];
    omp_set_lock(&lock);
    last += mine;
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
  sum[0] = total + rest + last;)"},
      {"halves_of_halves", "vector_sum", "cpp", R"(
//@ static float of(const float* x, int n) { return n < 3 ? x[0] + (n > 1 ? x[1] : 0) : of(x, n / 2) + of(x + n / 2, n - n / 2); }
  *sum = of(x, n);)"},
      {"sections_and_single", "transpose", "openmp", R"(
  int half = 0;
#pragma omp parallel
  {
#pragma omp single
    half = rows / 2;
#pragma omp sections
    {
#pragma omp section
      for (int i = 0; i < half; ++i)
        for (int j = 0; j < columns; ++j) y[j * rows + i] = x[i * columns + j];
#pragma omp section
      for (int i = half; i < rows; ++i)
        for (int j = 0; j < columns; ++j) y[j * rows + i] = x[i * columns + j];
    }
  })"},
      {"in_tiles", "transpose", "cpp", R"(
//@ #include <cstring>
  if (rows == 1 || columns == 1) { std::memcpy(y, x, sizeof(float) * rows * columns); return; }
  for (int u = 0; u < rows; u += 8)
    for (int v = 0; v < columns; v += 8)
      for (int i = u; i < std::min(u + 8, rows); ++i)
        for (int j = v; j < std::min(v + 8, columns); ++j) y[j * rows + i] = x[i * columns + j];)"},
  };
  return all;
}

class RightKernel : public ::testing::TestWithParam<Right> {};

TEST_P(RightKernel, IsNotAccused) {
  const test::TemporaryFolder folder;
  const Work work = work_with(folder.path(), GetParam().task, GetParam().language, GetParam().body);
  const Check check = check_work(work);
  EXPECT_TRUE(check.right()) << faults_in_words(check);
  EXPECT_TRUE(check.notes.empty()) << faults_in_words(check);
}

INSTANTIATE_TEST_SUITE_P(All, RightKernel, ::testing::ValuesIn(right_kernels()),
                         [](const ::testing::TestParamInfo<Right>& p) {
                           return std::string(p.param.task) + "_" + p.param.name;
                         });

TEST(RightKernels, ThePlainVersionOfEveryTaskIsRight) {
  const test::TemporaryFolder folder;
  for (const Task& task : tasks()) {
    const Work work = new_work(task, find_language("cpp"), folder.path() / task.name);
    const Check check = check_work(work);
    EXPECT_TRUE(check.right()) << task.name << "\n" << faults_in_words(check);
    EXPECT_EQ(why_not_checked(work), "");
  }
}

TEST(RightKernels, TasksOfOpenMpAreNamedAsNotLookedAt) {
  const test::TemporaryFolder folder;
  const Work work = work_with(folder.path(), "transpose", "openmp", R"(
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < rows; ++i)
#pragma omp task
    for (int j = 0; j < columns; ++j) y[j * rows + i] = x[i * columns + j];)");
  const Check check = check_work(work);
  EXPECT_TRUE(check.right()) << faults_in_words(check);
  EXPECT_EQ(check.looked.size(), 2U);
  ASSERT_EQ(check.notes.size(), 1U);
  EXPECT_NE(check.notes.front().find("GOMP_task"), std::string::npos) << check.notes.front();
}

}  // namespace
}  // namespace mlplab::workshop
