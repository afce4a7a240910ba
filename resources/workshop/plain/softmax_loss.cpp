#include <cmath>

extern "C" void softmax_loss(int batch, int classes, const float* outputs, const int* labels, float* gradient,
                             float* loss) {
  for (int i = 0; i < batch; ++i) {
    const float* row = outputs + i * classes;
    float largest = row[0];
    for (int j = 1; j < classes; ++j) largest = row[j] > largest ? row[j] : largest;
    float sum = 0.0f;
    for (int j = 0; j < classes; ++j) sum += std::exp(row[j] - largest);
    for (int j = 0; j < classes; ++j) {
      const float p = std::exp(row[j] - largest) / sum;
      gradient[i * classes + j] = (p - (j == labels[i] ? 1.0f : 0.0f)) / batch;
    }
    loss[i] = std::log(sum) - (row[labels[i]] - largest);
  }
}
