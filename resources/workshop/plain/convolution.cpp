extern "C" void convolution(int batch, int channels, int height, int width, int filters, int kernel, const float* x,
                            const float* w, const float* bias, float* y) {
  const int rows = height - kernel + 1, columns = width - kernel + 1;
  for (int n = 0; n < batch; ++n)
    for (int f = 0; f < filters; ++f)
      for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) {
          float sum = bias[f];
          for (int c = 0; c < channels; ++c)
            for (int p = 0; p < kernel; ++p)
              for (int q = 0; q < kernel; ++q)
                sum += x[((n * channels + c) * height + i + p) * width + j + q] *
                       w[((f * channels + c) * kernel + p) * kernel + q];
          y[((n * filters + f) * rows + i) * columns + j] = sum;
        }
}
