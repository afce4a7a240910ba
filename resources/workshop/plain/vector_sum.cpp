extern "C" void vector_sum(int n, const float* x, float* sum) {
  float total = 0.0f;
  for (int i = 0; i < n; ++i) total += x[i];
  sum[0] = total;
}
