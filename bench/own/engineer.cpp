// The training loop that a good engineer writes in a day with a library: products by oneDNN (-DWITH_ONEDNN, and
// -DWITH_TBB where it has TBB's threads and not OpenMP's), MKL (-DWITH_MKL) or OpenBLAS, one pass for bias and ReLU,
// SGD as part of the weight-gradient product. The program's own threads share out the batch's rows, then the rows of
// the weights, and meet at spinning barriers: the library's threads were slower. A peer for bench/peers; prints one row
// (bench/README.md). usage: engineer MNIST_FOLDER BATCH EPOCHS NAME WORKERS [NETWORK]     (the folder holds the IDX
// files, not gzipped)
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#ifdef WITH_ONEDNN
#include <dnnl.h>
#include <omp.h>
#ifdef WITH_TBB
#include <tbb/global_control.h>
#endif
#elif defined(WITH_MKL)
#include <mkl_cblas.h>
#else
#include <cblas.h>
#endif

namespace {

/// C [m, n] = alpha · op(A) · op(B) + beta · C, row-major, on the calling thread alone.
void product(bool ta, bool tb, int m, int n, int k, float alpha, const float* a, int lda, const float* b, int ldb,
             float beta, float* c, int ldc) {
  if (m == 0) return;
#ifdef WITH_ONEDNN
  dnnl_sgemm(ta ? 'T' : 'N', tb ? 'T' : 'N', m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
#else
  cblas_sgemm(CblasRowMajor, ta ? CblasTrans : CblasNoTrans, tb ? CblasTrans : CblasNoTrans, m, n, k, alpha, a, lda, b,
              ldb, beta, c, ldc);
#endif
}

/// On cache lines' borders, which every library likes best.
struct Matrix {
  explicit Matrix(std::size_t count)
      : values(static_cast<float*>(std::aligned_alloc(64, (count * sizeof(float) / 64 + 1) * 64)), std::free) {
    std::fill_n(values.get(), count, 0.0F);
  }
  operator float*() const { return values.get(); }
  std::unique_ptr<float, void (*)(void*)> values;
};

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

std::vector<int> widths_of(const std::string& network) {
  std::vector<int> widths;
  std::istringstream words(network);
  for (std::string word; std::getline(words, word, '-');) widths.push_back(std::atoi(word.c_str()));
  return widths;
}

struct Spin {
  void wait(int workers) {
    const int round = round_.load();
    if (arrived_.fetch_add(1) + 1 == workers) {
      arrived_ = 0;
      ++round_;
    }
    while (round_.load() == round) __builtin_ia32_pause();
  }
  std::atomic<int> arrived_{0}, round_{0};
};

struct Layer {
  Layer(int in_units, int out_units, int rows)
      : in(in_units),
        out(out_units),
        w(std::size_t(in) * out),
        b(out),
        a(std::size_t(rows) * out),
        d(std::size_t(rows) * out) {}
  int in, out;
  Matrix w, b;  // w [in, out]
  Matrix a, d;  // [rows, out]: outputs, deltas
};

struct Network {
  Network(const std::vector<int>& widths, int rows) {
    std::mt19937 random(1);
    for (std::size_t l = 1; l < widths.size(); ++l) {
      Layer& layer = layers.emplace_back(widths[l - 1], widths[l], rows);
      const float bound = std::sqrt(6.0F / static_cast<float>(layer.in));
      std::uniform_real_distribution<float> he(-bound, bound);
      for (int i = 0; i < layer.in * layer.out; ++i) layer.w[i] = he(random);
    }
  }

  /// Rows [first, end) of x through all layers; the last one's outputs are logits.
  void forward(const float* x, int first, int end) {
    const float* from = x;
    for (Layer& l : layers) {
      product(false, false, end - first, l.out, l.in, 1, from + std::ptrdiff_t(first) * l.in, l.in, l.w, l.out, 0,
              l.a + std::ptrdiff_t(first) * l.out, l.out);
      const bool relu = &l != &layers.back();
      for (int i = first; i < end; ++i) {
        float* row = l.a + std::ptrdiff_t(i) * l.out;
        const float* bias = l.b;
        if (relu)
          for (int j = 0; j < l.out; ++j) row[j] = std::max(0.0F, row[j] + bias[j]);
        else
          for (int j = 0; j < l.out; ++j) row[j] += bias[j];
      }
      from = l.a;
    }
  }

  void deltas(const std::uint8_t* y, int first, int end) {
    Layer& last = layers.back();
    for (int i = first; i < end; ++i) {
      const float* z = last.a + std::ptrdiff_t(i) * last.out;
      float* d = last.d + std::ptrdiff_t(i) * last.out;
      const float top = *std::max_element(z, z + last.out);
      float sum = 0;
      for (int k = 0; k < last.out; ++k) sum += d[k] = std::exp(z[k] - top);
      for (int k = 0; k < last.out; ++k) d[k] /= sum;
      d[y[i]] -= 1;
    }
    for (std::size_t l = layers.size() - 1; l > 0; --l) {
      Layer &above = layers[l], &below = layers[l - 1];
      const std::ptrdiff_t at = std::ptrdiff_t(first) * below.out;
      product(false, true, end - first, below.out, above.out, 1, above.d + std::ptrdiff_t(first) * above.out, above.out,
              above.w, above.out, 0, below.d + at, below.out);
      float* d = below.d + at;
      const float* a = below.a + at;
      for (int i = 0; i < (end - first) * below.out; ++i) d[i] = a[i] > 0 ? d[i] : 0;
    }
  }

  /// This worker's rows of every layer's weights, and a part of the biases.
  void update(const float* x, int rows, float rate, int worker, int workers) {
    const float a = -rate / static_cast<float>(rows);
    const float* from = x;
    for (Layer& l : layers) {
      const int first = l.in * worker / workers, end = l.in * (worker + 1) / workers;
      product(true, false, end - first, l.out, rows, a, from + first, l.in, l.d, l.out, 1,
              l.w + std::ptrdiff_t(first) * l.out, l.out);
      const int begin = l.out * worker / workers, stop = l.out * (worker + 1) / workers;
      for (int i = 0; i < rows; ++i)
        for (int j = begin; j < stop; ++j) l.b[j] += a * l.d[std::ptrdiff_t(i) * l.out + j];
      from = l.a;
    }
  }

  std::vector<Layer> layers;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6 && argc != 7) {
    std::fprintf(stderr, "usage: %s MNIST_FOLDER BATCH EPOCHS NAME WORKERS [NETWORK]\n", argv[0]);
    return 2;
  }
  const std::string folder = std::string(argv[1]) + "/";
  const int batch = std::atoi(argv[2]), epochs = std::atoi(argv[3]), workers = std::atoi(argv[5]);
  const auto pixels = bytes_of(folder + "train-images-idx3-ubyte", 16),
             labels = bytes_of(folder + "train-labels-idx1-ubyte", 8);
  const auto test = bytes_of(folder + "t10k-images-idx3-ubyte", 16),
             answers = bytes_of(folder + "t10k-labels-idx1-ubyte", 8);
  const std::vector<int> widths = widths_of(argc == 7 ? argv[6] : "784-256-10");
  const int inputs = widths.front(), classes = widths.back();
  Network network(widths, std::max(batch, static_cast<int>(answers.size())));
  const float rate = batch <= 16 ? 0.05F : batch <= 64 ? 0.1F : 0.5F;
  const int count = static_cast<int>(labels.size());
  Matrix x(std::size_t(std::max(batch, static_cast<int>(answers.size()))) * inputs);
  std::vector<std::uint8_t> y(static_cast<std::size_t>(batch));
  std::vector<int> order(labels.size());
  std::iota(order.begin(), order.end(), 0);
  Spin spin;
  const auto meet = [&] {
    if (workers > 1) spin.wait(workers);
  };
  const auto steps = [&](int worker) {
    for (int at = 0; at < count; at += batch) {
      const int rows = std::min(batch, count - at);
      const int first = rows * worker / workers, end = rows * (worker + 1) / workers;
      for (int i = first; i < end; ++i) {
        const std::uint8_t* image = &pixels[std::size_t(order[at + i]) * inputs];
        float* row = x + std::ptrdiff_t(i) * inputs;
        for (int j = 0; j < inputs; ++j) row[j] = static_cast<float>(image[j]) * (1.0F / 255);
        y[i] = labels[order[at + i]];
      }
      network.forward(x, first, end);
      network.deltas(y.data(), first, end);
      meet();
      network.update(x, rows, rate, worker, workers);
      meet();
    }
  };
#ifdef WITH_TBB
  // Threads of TBB's would take the cores from the workers.
  const tbb::global_control alone(tbb::global_control::max_allowed_parallelism, 1);
#endif
  std::mt19937 random(1);
  std::vector<double> times(static_cast<std::size_t>(epochs));
  const auto train = [&](int worker) {
#ifdef WITH_ONEDNN
    omp_set_num_threads(1);
#endif
    for (double& time : times) {
      const auto start = std::chrono::steady_clock::now();
      if (worker == 0) std::shuffle(order.begin(), order.end(), random);
      meet();
      steps(worker);
      if (worker == 0) time = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
  };
  std::vector<std::thread> threads;
  for (int worker = 1; worker < workers; ++worker) threads.emplace_back(train, worker);
  train(0);
  for (std::thread& thread : threads) thread.join();
  std::sort(times.begin(), times.end());
  const int tests = static_cast<int>(answers.size());
  for (std::size_t i = 0; i < test.size(); ++i) x[i] = static_cast<float>(test[i]) / 255;
  network.forward(x, 0, tests);
  int right = 0;
  for (int i = 0; i < tests; ++i) {
    const float* row = network.layers.back().a + std::ptrdiff_t(i) * classes;
    right += std::max_element(row, row + classes) - row == answers[static_cast<std::size_t>(i)] ? 1 : 0;
  }
  std::string name = argv[4];
#ifdef WITH_ONEDNN
  name += " " + std::to_string(dnnl_version()->major) + "." + std::to_string(dnnl_version()->minor);
#endif
  std::printf("RES|%s|%d|%s|%.4f|%.4f|%.4f|%d\n", name.c_str(), batch, argv[5], times[times.size() / 2], times.front(),
              right / static_cast<double>(tests), epochs);
}
