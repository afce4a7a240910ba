// A list of planted faults is caught, each at its line. To add one: a line in the table.
#include "core/workshop/check.h"

#include <gtest/gtest.h>

#include "core/workshop/kept_check.h"
#include "tests/core/workshop/kernels.h"
#include "tests/support/support.h"

namespace mlplab::workshop {
namespace {

struct Planted {
  const char *name, *task, *language, *code, *body;
};

const std::vector<Planted>& planted() {
  static const std::vector<Planted> all = {
      {"off_by_one", "matrix_product", "cpp", "wrong", R"(
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int p = 1; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] = sum;
    })"},
      {"wrong_transpose", "matrix_product", "cpp", "wrong", R"(
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[(p * n + j) % k * n + (p * n + j) / k % n];
      c[i * n + j] = sum;
    })"},
      {"reads_past_the_end_that_happen_to_be_right", "matrix_product", "cpp", "address", R"(
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int p = 0; p <= k; ++p)
        sum += a[i * k + p] * (p < k ? b[p * n + j] : 0.0f) * (p < k);  // HERE
      c[i * n + j] = sum == sum ? sum : a[i * k];
    })"},
      {"race_on_a_shared_sum", "matrix_product", "openmp", "race", R"(
  float sum;
#pragma omp parallel for
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      sum = 0;  // HERE
      for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] = sum;
    })"},
      {"adds_to_the_output", "matrix_product", "cpp", "wrong", R"(
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      for (int p = 0; p < k; ++p) c[i * n + j] += a[i * k + p] * b[p * n + j];)"},
      {"endless_loop", "matrix_product", "cpp", "time", R"(
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; j += m > 1 ? 0 : 1) { volatile float& sum = c[i * n + j]; sum = 0; for (int p = 0; p < k; ++p) sum = sum + a[i * k + p] * b[p * n + j]; }  // HERE
)"},
      {"drops_nan", "dense_forward", "cpp", "wrong", R"(
  for (int i = 0; i < batch; ++i)
    for (int j = 0; j < out; ++j) {
      float sum = bias[j];
      for (int p = 0; p < in; ++p) sum += x[i * in + p] * w[j * in + p];
      y[i * out + j] = sum > 0 ? sum : 0;
    })"},
      {"leak", "dense_forward", "cpp", "leak", R"(
  float* sums = new float[out];  // HERE
  for (int i = 0; i < batch; ++i) {
    for (int j = 0; j < out; ++j) {
      sums[j] = bias[j];
      for (int p = 0; p < in; ++p) sums[j] += x[i * in + p] * w[j * in + p];
      y[i * out + j] = sums[j] < 0 ? 0 : sums[j];
    }
  })"},
      {"writes_past_the_end", "weight_gradient", "cpp", "address", R"(
  for (int j = 0; j < out; ++j)
    for (int p = 0; p < in; ++p) {
      float sum = 0;
      for (int i = 0; i < batch; ++i) sum += d[i * out + j] * x[i * in + p];
      dw[j * in + p] = sum;
    }
  dw[out * in] = 0;  // HERE)"},
      {"writes_around_the_output", "weight_gradient", "cpp", "outside", R"(
  for (int j = 0; j < out; ++j)
    for (int p = 0; p < in; ++p) {
      float sum = 0;
      for (int i = 0; i < batch; ++i) sum += d[i * out + j] * x[i * in + p];
      dw[j * in + p] = sum;
    }
  if (out * in % 16 != 0) dw[out * in] = 0;)"},
      {"race_over_the_batch", "weight_gradient", "openmp", "race", R"(
  for (int q = 0; q < out * in; ++q) dw[q] = 0;
#pragma omp parallel for
  for (int i = 0; i < batch; ++i)
    for (int j = 0; j < out; ++j)
      for (int p = 0; p < in; ++p) dw[j * in + p] += d[i * out + j] * x[i * in + p];  // HERE)"},
      {"overflows", "softmax_loss", "cpp", "wrong", R"(
  for (int i = 0; i < batch; ++i) {
    float sum = 0;
    for (int j = 0; j < classes; ++j) sum += std::exp(outputs[i * classes + j]);
    for (int j = 0; j < classes; ++j)
      gradient[i * classes + j] = (std::exp(outputs[i * classes + j]) / sum - (j == labels[i])) / batch;
    loss[i] = std::log(sum) - outputs[i * classes + labels[i]];
  })"},
      {"whole_numbers_overflow", "softmax_loss", "cpp", "undefined", R"(
  int hash = 2147483000;
  for (int i = 0; i < batch; ++i) hash += 1000;  // HERE
  for (int i = 0; i < batch; ++i) {
    const float* row = outputs + i * classes;
    const float largest = *std::max_element(row, row + classes);
    float sum = hash == 7;
    for (int j = 0; j < classes; ++j) sum += std::exp(row[j] - largest);
    for (int j = 0; j < classes; ++j)
      gradient[i * classes + j] = (std::exp(row[j] - largest) / sum - (j == labels[i])) / batch;
    loss[i] = std::log(sum) + largest - row[labels[i]];
  })"},
      {"begins_with_zero", "max_pooling", "cpp", "wrong", R"(
  const int rows = (height - kernel) / stride + 1, columns = (width - kernel) / stride + 1;
  for (int n = 0; n < images; ++n)
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) {
        float largest = 0;
        for (int p = 0; p < kernel; ++p)
          for (int q = 0; q < kernel; ++q) {
            const float v = x[(n * height + i * stride + p) * width + j * stride + q];
            if (v > largest || v != v) largest = v;
          }
        y[(n * rows + i) * columns + j] = largest;
      })"},
      {"last_row_is_left_out", "max_pooling", "cpp", "unwritten", R"(
  const int rows = (height - kernel) / stride + 1, columns = (width - kernel) / stride + 1;
  for (int n = 0; n < images; ++n)
    for (int i = 0; i < std::max(1, rows - 1); ++i)
      for (int j = 0; j < columns; ++j) {
        const float* window = x + (n * height + i * stride) * width + j * stride;
        float largest = window[0];
        for (int p = 0; p < kernel; ++p)
          for (int q = 0; q < kernel; ++q)
            if (window[p * width + q] > largest || window[p * width + q] != window[p * width + q])
              largest = window[p * width + q];
        y[(n * rows + i) * columns + j] = largest;
      })"},
      {"writes_its_input", "convolution", "cpp", "input_written", R"(
  float* mine = const_cast<float*>(x);
  mine[0] = 0;  // HERE
  y[0] = bias[0];)"},
      {"race_on_the_output", "vector_sum", "openmp", "race", R"(
  sum[0] = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) sum[0] += x[i];  // HERE)"},
      {"missing_barrier", "vector_sum", "openmp", "race", R"(
  float part[64] = {};
  int threads = 1;
#pragma omp parallel
  {
#pragma omp single nowait
    threads = omp_get_num_threads();
#pragma omp for nowait
    for (int i = 0; i < n; ++i) part[omp_get_thread_num()] += x[i];
#pragma omp single
    for (int t = 0; t < threads; ++t) sum[0] = (t == 0 ? 0 : sum[0]) + part[t];  // HERE
  }
//@ #include <omp.h>)"},
      {"reads_before_the_beginning", "vector_sum", "cpp", "address", R"(
  float total = x[-1] * 0;  // HERE
  for (int i = 0; i < n; ++i) total = (i == 0 ? 0 : total) + x[i];
  sum[0] = total;)"},
      {"flips_the_filter", "convolution", "cpp", "wrong", R"(
  const int rows = height - kernel + 1, columns = width - kernel + 1;
  for (int n = 0; n < batch; ++n)
    for (int f = 0; f < filters; ++f)
      for (int q = 0; q < rows * columns; ++q) {
        float sum = bias[f];
        for (int t = 0; t < channels * kernel * kernel; ++t) {
          const int c = t / (kernel * kernel), p = t / kernel % kernel, r = t % kernel;
          sum += x[((n * channels + c) * height + q / columns + p) * width + q % columns + r] *
                 w[((f * channels + c) * kernel + kernel - 1 - p) * kernel + kernel - 1 - r];
        }
        y[(n * filters + f) * rows * columns + q] = sum;
      })"},
      {"race_on_a_kept_line", "convolution", "openmp", "race", R"(
  const int rows = height - kernel + 1, columns = width - kernel + 1;
  static float line[4096];
#pragma omp parallel for
  for (int f = 0; f < filters; ++f)
    for (int n = 0; n < batch; ++n)
      for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < columns; ++j) line[j] = bias[f];  // HERE
        for (int t = 0; t < channels * kernel * kernel; ++t) {
          const int c = t / (kernel * kernel), p = t / kernel % kernel, r = t % kernel;
          for (int j = 0; j < columns; ++j)
            line[j] += x[((n * channels + c) * height + i + p) * width + j + r] * w[f * channels * kernel * kernel + t];
        }
        for (int j = 0; j < columns; ++j) y[((n * filters + f) * rows + i) * columns + j] = line[j];
      })"},
      {"reads_past_the_end", "max_pooling", "cpp", "address", R"(
  const int rows = (height - kernel) / stride + 1, columns = (width - kernel) / stride + 1;
  for (int n = 0; n < images; ++n)
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) {
        const float* window = x + (n * height + i * stride) * width + j * stride;
        float largest = window[0];
        for (int p = 0; p < kernel; ++p)
          for (int q = 0; q <= kernel; ++q) {
            const float value = window[p * width + q];  // HERE
            if (q < kernel && (value > largest || value != value)) largest = value;
          }
        y[(n * rows + i) * columns + j] = largest;
      })"},
      {"race_on_the_largest", "max_pooling", "openmp", "race", R"(
  const int rows = (height - kernel) / stride + 1, columns = (width - kernel) / stride + 1;
  float largest;
#pragma omp parallel for
  for (int q = 0; q < images * rows * columns; ++q) {
    const float* window = x + (q / (rows * columns) * height + q / columns % rows * stride) * width + q % columns * stride;
    largest = window[0];  // HERE
    for (int t = 0; t < kernel * kernel; ++t) {
      const float value = window[t / kernel * width + t % kernel];
      if (value > largest || value != value) largest = value;
    }
    y[q] = largest;
  })"},
      {"next_label", "softmax_loss", "cpp", "wrong", R"(
  for (int i = 0; i < batch; ++i) {
    const float* row = outputs + i * classes;
    float largest = row[0], sum = 0;
    for (int j = 1; j < classes; ++j) largest = row[j] > largest ? row[j] : largest;
    for (int j = 0; j < classes; ++j) sum += std::exp(row[j] - largest);
    for (int j = 0; j < classes; ++j)
      gradient[i * classes + j] = (std::exp(row[j] - largest) / sum - (j == (labels[i] + 1) % classes)) / batch;
    loss[i] = std::log(sum) + largest - row[labels[i]];
  })"},
      {"off_by_one", "vector_sum", "cpp", "wrong", R"(
  float total = 0;
  for (int i = 0; i < n - 1; ++i) total += x[i];
  sum[0] = total;)"},
      {"race_on_a_counter", "transpose", "openmp", "race", R"(
  int next = 0;
#pragma omp parallel for
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i) y[next++] = x[i * columns + j];  // HERE)"},
      {"no_transpose", "transpose", "cpp", "wrong", R"(
  for (int i = 0; i < rows * columns; ++i) y[i] = x[i];)"},
      {"divides_by_zero", "transpose", "cpp", "crash", R"(
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) y[j * rows + i] = x[i * columns + j];
  volatile int none = 0;
  y[0] += float(rows / none) * 0;  // HERE)"},
      {"uses_what_it_gave_back", "transpose", "cpp", "address", R"(
  float* copy = new float[rows * columns];
  for (int i = 0; i < rows * columns; ++i) copy[i] = x[i];
  delete[] copy;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) y[j * rows + i] = copy[i * columns + j];  // HERE)"},
  };
  return all;
}

class PlantedFault : public ::testing::TestWithParam<Planted> {};

TEST_P(PlantedFault, IsCaughtAtItsLine) {
  const Planted& fault = GetParam();
  const test::TemporaryFolder folder;
  const Work work = work_with(folder.path(), fault.task, fault.language, fault.body);
  CheckOptions options;
  if (std::string(fault.code) == "time") options.limits.time_s = 3.0;
  const Check check = check_work(work, options);
  EXPECT_FALSE(check.right());
  const auto found = std::ranges::find(check.faults, fault.code, &Fault::code);
  ASSERT_NE(found, check.faults.end()) << faults_in_words(check);
  if (const int line = marked_line(work); line > 0) {
    EXPECT_TRUE(found->line == line || found->other_line == line) << faults_in_words(check);
  }
  EXPECT_FALSE(why_not_checked(work).empty());
}

INSTANTIATE_TEST_SUITE_P(All, PlantedFault, ::testing::ValuesIn(planted()),
                         [](const ::testing::TestParamInfo<Planted>& p) {
                           return std::string(p.param.task) + "_" + p.param.name;
                         });

}  // namespace
}  // namespace mlplab::workshop
