extern "C" void max_pooling(int images, int height, int width, int kernel, int stride, const float* x, float* y) {
  const int rows = (height - kernel) / stride + 1, columns = (width - kernel) / stride + 1;
  for (int n = 0; n < images; ++n)
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) {
        const float* window = x + (n * height + i * stride) * width + j * stride;
        float largest = window[0];
        for (int p = 0; p < kernel; ++p)
          for (int q = 0; q < kernel; ++q) {
            const float value = window[p * width + q];
            if (value > largest || value != value) largest = value;  // a NaN stays: nothing is larger
          }
        y[(n * rows + i) * columns + j] = largest;
      }
}
