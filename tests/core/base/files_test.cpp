#include "core/base/files.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Files, AreReplacedWholeAndLeaveNothingBehind) {
  const test::TemporaryFolder folder;
  const auto path = folder / "file";
  write_file_atomically(path, "old");
  const std::string large(3'000'000, 'x');
  write_file_atomically(path, large);
  EXPECT_EQ(read_file(path), large);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1) << "a temporary file is left";
}

TEST(Files, ThatCannotBeUsedAreNamed) {
  const test::TemporaryFolder folder;
  EXPECT_NE(message_of([&] { read_file(folder / "none"); }).find((folder / "none").string()), std::string::npos);
  EXPECT_NE(message_of([&] { read_file(folder.path()); }).find("is a folder"), std::string::npos);
  EXPECT_NE(message_of([&] { write_file_atomically(folder / "no/such/file", "x"); }).find("cannot write"),
            std::string::npos);
  test::write_bytes(folder / "ten", "0123456789");
  EXPECT_NE(message_of([&] { read_file(folder / "ten", 9); }).find("more than the 9"), std::string::npos);
  EXPECT_NE(message_of([&] { make_folder(folder / "ten/below"); }).find("cannot create the folder"), std::string::npos);
}

}  // namespace
}  // namespace mlplab
