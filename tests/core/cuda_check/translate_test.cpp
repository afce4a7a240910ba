// Launches as calls: every line keeps its number, and what cannot be translated is one sentence with its line.
#include "core/cuda_check/translate.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/error.h"

namespace mlplab {
namespace {

std::string translated(const std::string& source) {
  const std::string text = translate_cuda(source, "a.cu");
  const std::string head = "#line 1 \"a.cu\"\n";
  EXPECT_TRUE(text.starts_with(head));
  EXPECT_EQ(std::ranges::count(text, '\n'), std::ranges::count(source, '\n') + 1) << "lines keep their numbers";
  return text.substr(head.size());
}

std::string refused(const std::string& source) {
  try {
    return "translated: " + translate_cuda(source, "a.cu");
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(CudaTranslation, MakesCallsOfLaunches) {
  EXPECT_EQ(
      translated("k<<<1, 32>>>(a, n);"),
      "::host_cuda::launch_at(1, __FILE__, 1, 32).with(a, n) ->* [=](auto... mlplab_each) { k(mlplab_each...); };");
  EXPECT_EQ(translated("\n\nif (x) ns::k<T, 3 >\n<<< g(1, 2), dim3(4), f<2>(), s >>>\n ();"),
            "\n\nif (x) \n::host_cuda::launch_at(4, __FILE__,  g(1, 2), dim3(4), f<2>(), s ).with(\n) ->* "
            "[=](auto... mlplab_each) { ns::k<T, 3 >(mlplab_each...); };");
  EXPECT_EQ(translated("k<<<1, size<4>>>>(g(h(1), 2));k<<<n >> 5, 1>>>();"),
            "::host_cuda::launch_at(1, __FILE__, 1, size<4>).with(g(h(1), 2)) ->* [=](auto... mlplab_each) { "
            "k(mlplab_each...); };::host_cuda::launch_at(1, __FILE__, n >> 5, 1).with() ->* [=](auto... mlplab_each) { "
            "k(mlplab_each...); };");
}

TEST(CudaTranslation, LeavesTextsAndComments) {
  const std::string source =
      "// k<<<1, 2>>>(3)\n/* k<<<\n */ const char* a = \"k<<<1, 2>>>(3)\", b = '\"', *c = R\"x(<<<\")x\"; int d = "
      "1'000'000; e << f >> g;\n";
  EXPECT_EQ(translated(source), source);
}

TEST(CudaTranslation, MakesPointersOfDynamicSharedMemory) {
  EXPECT_EQ(translated("extern __shared__ float tile[];"),
            " float* const tile = reinterpret_cast< float*>(::host_cuda::dynamic_shared);");
  EXPECT_EQ(translated("extern\n__shared__ __align__(16) unsigned char\n bytes[ ] ;x"),
            "\n\n  unsigned char* const bytes = reinterpret_cast<  unsigned char*>(::host_cuda::dynamic_shared);x");
}

TEST(CudaTranslation, RefusesInOneSentence) {
  EXPECT_EQ(refused("\n(*k)<<<1, 2>>>(3);"),
            "a.cu, line 2: before <<< stands no plain name of a kernel; write kernel<<<grid, block>>>(…)");
  EXPECT_NE(refused("a.k<<<1, 2>>>(3);").find("no plain name"), std::string::npos);
  EXPECT_NE(refused("this->k<<<1, 2>>>(3);").find("no plain name"), std::string::npos);
  EXPECT_NE(refused("<<<1, 2>>>(3);").find("no plain name"), std::string::npos);
  EXPECT_NE(refused("\n\nk<<<1, 2>>(3);\n").find("line 3: <<< is not followed"), std::string::npos);
  EXPECT_NE(refused("k<<< >>>(3);").find("is not followed"), std::string::npos);
  EXPECT_NE(refused("k<<<(1, 2>>>(3);").find("is not followed"), std::string::npos);
  EXPECT_NE(refused("k<<<1, 2>>>;").find("arguments in brackets are missing"), std::string::npos);
  EXPECT_NE(refused("k<<<1, 2>>>(3;").find("arguments in brackets are missing"), std::string::npos);
  EXPECT_NE(refused("k<<<").find("is not followed"), std::string::npos);
  EXPECT_NE(refused("extern __shared__ float x;").find("as an array without a size"), std::string::npos);
  EXPECT_NE(refused("extern __shared__ float x[4];").find("as an array without a size"), std::string::npos);
  EXPECT_NE(refused("#include <stdio.h>\n# include <mma.h>").find("line 2 includes mma.h"), std::string::npos);
  EXPECT_NE(refused("void f() {\n asm(\"mov\"); }").find("line 2 has instructions"), std::string::npos);
}

}  // namespace
}  // namespace mlplab
