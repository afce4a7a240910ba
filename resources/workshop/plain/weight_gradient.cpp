extern "C" void weight_gradient(int batch, int in, int out, const float* d, const float* x, float* dw) {
  for (int j = 0; j < out; ++j)
    for (int p = 0; p < in; ++p) {
      float sum = 0.0f;
      for (int i = 0; i < batch; ++i) sum += d[i * out + j] * x[i * in + p];
      dw[j * in + p] = sum;
    }
}
