// What a good engineer writes in a day with a library: products by oneDNN (-DWITH_ONEDNN) or OpenBLAS, one pass for
// bias and ReLU, SGD as part of the weight-gradient product. A peer for bench/peers; prints one row (bench/README.md).
// usage: engineer MNIST_FOLDER BATCH EPOCHS NAME WORKERS     (the folder holds the IDX files, not gzipped)
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#ifdef WITH_ONEDNN
#include <dnnl.h>
#else
#include <cblas.h>
#endif

namespace {

using Matrix = std::vector<float>;

/// C [m, n] = alpha · op(A) · op(B) + beta · C, row-major.
void product(bool ta, bool tb, int m, int n, int k, float alpha, const float* a, const float* b, float beta, float* c) {
#ifdef WITH_ONEDNN
  dnnl_sgemm(ta ? 'T' : 'N', tb ? 'T' : 'N', m, n, k, alpha, a, ta ? m : k, b, tb ? k : n, beta, c, n);
#else
  cblas_sgemm(CblasRowMajor, ta ? CblasTrans : CblasNoTrans, tb ? CblasTrans : CblasNoTrans, m, n, k, alpha, a,
              ta ? m : k, b, tb ? k : n, beta, c, n);
#endif
}

std::vector<std::uint8_t> bytes_of(const std::string& path, std::size_t header) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  if (bytes.size() <= header) {
    std::fprintf(stderr, "%s cannot be read: name a folder with the unzipped IDX files of MNIST\n", path.c_str());
    std::exit(3);
  }
  bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(header));
  return bytes;
}

constexpr int inputs = 784, hidden = 256, classes = 10;

struct Network {
  Matrix w1 = Matrix(inputs * hidden), b1 = Matrix(hidden), w2 = Matrix(hidden * classes), b2 = Matrix(classes);
  Matrix h, z, dh;

  void forward(const float* x, int rows) {
    h.resize(static_cast<std::size_t>(rows) * hidden), z.resize(static_cast<std::size_t>(rows) * classes);
    product(false, false, rows, hidden, inputs, 1, x, w1.data(), 0, h.data());
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < hidden; ++j) h[i * hidden + j] = std::max(0.0F, h[i * hidden + j] + b1[j]);
    for (int i = 0; i < rows; ++i) std::copy(b2.begin(), b2.end(), z.begin() + i * classes);
    product(false, false, rows, classes, hidden, 1, h.data(), w2.data(), 1, z.data());
  }

  void step(const float* x, const std::uint8_t* y, int rows, float rate) {
    forward(x, rows);
    for (int i = 0; i < rows; ++i) {
      float* row = &z[static_cast<std::size_t>(i) * classes];
      const float top = *std::max_element(row, row + classes);
      float sum = 0;
      for (int k = 0; k < classes; ++k) sum += row[k] = std::exp(row[k] - top);
      for (int k = 0; k < classes; ++k) row[k] /= sum;
      row[y[i]] -= 1;
    }
    dh.resize(h.size());
    product(false, true, rows, hidden, classes, 1, z.data(), w2.data(), 0, dh.data());
    for (std::size_t i = 0; i < h.size(); ++i) dh[i] = h[i] > 0 ? dh[i] : 0;
    const float a = -rate / static_cast<float>(rows);
    product(true, false, inputs, hidden, rows, a, x, dh.data(), 1, w1.data());
    product(true, false, hidden, classes, rows, a, h.data(), z.data(), 1, w2.data());
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < hidden; ++j) b1[j] += a * dh[i * hidden + j];
      for (int k = 0; k < classes; ++k) b2[k] += a * z[i * classes + k];
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fprintf(stderr, "usage: %s MNIST_FOLDER BATCH EPOCHS NAME WORKERS\n", argv[0]);
    return 2;
  }
  const std::string folder = std::string(argv[1]) + "/";
  const int batch = std::atoi(argv[2]), epochs = std::atoi(argv[3]);
  const auto pixels = bytes_of(folder + "train-images-idx3-ubyte", 16),
             labels = bytes_of(folder + "train-labels-idx1-ubyte", 8);
  const auto test = bytes_of(folder + "t10k-images-idx3-ubyte", 16),
             answers = bytes_of(folder + "t10k-labels-idx1-ubyte", 8);
  Network network;
  std::mt19937 random(1);
  for (auto [w, fan_in] : {std::pair{&network.w1, inputs}, {&network.w2, hidden}}) {
    std::uniform_real_distribution<float> he(-std::sqrt(6.0F / static_cast<float>(fan_in)),
                                             std::sqrt(6.0F / static_cast<float>(fan_in)));
    for (float& value : *w) value = he(random);
  }
  const float rate = batch <= 16 ? 0.05F : batch <= 64 ? 0.1F : 0.5F;
  const int count = static_cast<int>(labels.size());
  Matrix x(static_cast<std::size_t>(batch) * inputs);
  std::vector<std::uint8_t> y(static_cast<std::size_t>(batch));
  std::vector<int> order(labels.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<double> times;
  for (int epoch = 0; epoch < epochs; ++epoch) {
    const auto start = std::chrono::steady_clock::now();
    std::shuffle(order.begin(), order.end(), random);
    for (int first = 0; first < count; first += batch) {
      const int rows = std::min(batch, count - first);
      for (int i = 0; i < rows; ++i) {
        const std::uint8_t* image = &pixels[static_cast<std::size_t>(order[first + i]) * inputs];
        for (int j = 0; j < inputs; ++j)
          x[static_cast<std::size_t>(i) * inputs + j] = static_cast<float>(image[j]) * (1.0F / 255);
        y[i] = labels[order[first + i]];
      }
      network.step(x.data(), y.data(), rows, rate);
    }
    times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(times.begin(), times.end());
  Matrix all(test.size());
  std::transform(test.begin(), test.end(), all.begin(), [](std::uint8_t v) { return static_cast<float>(v) / 255; });
  network.forward(all.data(), static_cast<int>(answers.size()));
  int right = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const float* row = &network.z[i * classes];
    right += std::max_element(row, row + classes) - row == answers[i] ? 1 : 0;
  }
  std::printf("RES|%s|%d|%s|%.4f|%.4f|%.4f|%d\n", argv[4], batch, argv[5], times[times.size() / 2], times.front(),
              right / static_cast<double>(answers.size()), epochs);
}
