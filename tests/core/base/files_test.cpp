#include "core/base/files.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/put_aside.h"
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

TEST(Files, ThatAreReplacedKeepTheirPermissions) {
  const test::TemporaryFolder folder;
  const auto path = folder / "file";
  for (const auto permissions : {std::filesystem::perms(0600), std::filesystem::perms(0640)}) {
    write_file_atomically(path, "old");
    std::filesystem::permissions(path, permissions);
    write_file_atomically(path, "new");
    EXPECT_EQ(std::filesystem::status(path).permissions(), permissions);
  }
}

TEST(Json, ANumberBeyondADoubleIsNoJson) {
  for (const char* text : {"1e999", "{\"a\":[-1e999]}"}) {
    EXPECT_THROW(parse_json(text), nlohmann::json::parse_error) << text;
    EXPECT_TRUE(parse_json_or_null(text).is_null()) << text;
  }
}

TEST(Files, QuestionsAreAnsweredOfLinksThatLeadRoundInACircle) {
  const test::TemporaryFolder folder;
  const auto loop = folder / "loop";
  std::filesystem::create_symlink(loop, loop);
  EXPECT_FALSE(anything_at(loop) || folder_at(loop) || file_at(loop) || anything_at(loop / "inner"));
  write_file_atomically(folder / "file", "x");
  EXPECT_TRUE(anything_at(folder / "file") && file_at(folder / "file") && folder_at(folder.path()));
}

TEST(Files, FoldersAreListedByNameAndNewNamesTakeNobodysPlace) {
  const test::TemporaryFolder folder;
  for (const char* name : {"b.json", "a.json", "c.txt"}) write_file_atomically(folder / name, "");
  make_folder(folder / "d");
  EXPECT_EQ(entries_in(folder.path()),
            (std::vector<std::filesystem::path>{folder / "a.json", folder / "b.json", folder / "c.txt", folder / "d"}));
  EXPECT_EQ(files_in(folder.path(), ".json"),
            (std::vector<std::filesystem::path>{folder / "a.json", folder / "b.json"}));
  EXPECT_TRUE(entries_in(folder / "none").empty());
  EXPECT_TRUE(entries_in(folder / "a.json").empty());
  EXPECT_EQ(free_path(folder.path(), "e", ".json"), folder / "e.json");
  EXPECT_EQ(free_path(folder.path(), "a", ".json"), folder / "a-2.json");
  std::filesystem::create_symlink("nowhere", folder / "a-2.json");
  EXPECT_EQ(free_path(folder.path(), "a", ".json"), folder / "a-3.json");
  EXPECT_EQ(free_path(folder.path(), "d"), folder / "d-2");
  EXPECT_EQ(date_stamp().size(), std::string("2026-11-21-143005").size());
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

TEST(Files, WhatIsPutAsideTakesNobodysPlace) {
  const test::TemporaryFolder folder;
  for (const char* content : {"first", "second"}) {
    write_file_atomically(folder / "file", content);
    put_aside(folder / "file");
    EXPECT_FALSE(std::filesystem::exists(folder / "file"));
  }
  EXPECT_EQ(read_file(folder / "file.old"), "first");
  EXPECT_EQ(read_file(folder / "file.old-2"), "second");
  make_folder(folder / "set");
  EXPECT_EQ(put_aside(folder / "set/"), folder / "set.old");
  EXPECT_THROW(put_aside(folder / "none"), InputError);
}

TEST(Files, NamesThatAreNotUtf8AreRefused) {
  for (const char* fine : {"", "plain", "\u00e9\u20ac\U0001F600", "\u07ff", "\u0800", "\ud7ff", "\U0010FFFF"})
    EXPECT_NO_THROW(check_utf8(fine)) << fine;
  // A byte alone, cut off, longer than need be, half of a pair, beyond the last character.
  for (const char* bad :
       {"\xff", "a\x80", "\xc3", "\xe2\x82", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80"})
    EXPECT_THROW(check_utf8(bad), InputError) << bad;
}

TEST(Files, TheFileSystemsOwnErrorsAreOnesOfInput) {
  const test::TemporaryFolder folder;
  try {
    EXPECT_EQ(std::filesystem::file_size(folder / "none"), 0U);
    FAIL();
  } catch (const std::exception& error) {
    EXPECT_EQ(as_error(error).failure(), Failure::input);
    EXPECT_EQ(as_error(error).what(), "cannot use " + (folder / "none").string() + ": No such file or directory");
  }
  EXPECT_EQ(as_error(UsageError("x")).failure(), Failure::usage);
  EXPECT_EQ(as_error(std::runtime_error("x")).failure(), Failure::other);
}

TEST(Files, ACurrentFolderThatIsGoneIsNamedAsThat) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::string said;
  {
    const test::TemporaryFolder folder;
    std::filesystem::current_path(folder / "");
  }
  try {
    (void)std::filesystem::absolute("here");
  } catch (const std::exception& error) {
    EXPECT_EQ(as_error(error).failure(), Failure::input);
    said = as_error(error).what();
  }
  std::filesystem::current_path(before);
  EXPECT_EQ(said, "the current folder cannot be used: No such file or directory; change to one that is there");
}

TEST(Files, TooLittleMemorySaysWhatToDo) {
  const std::string said = as_error(std::bad_alloc()).what();
  EXPECT_EQ(said.find("these settings need more memory than this machine has; use fewer"), 0U) << said;
  EXPECT_EQ(as_error(std::length_error("vector::_M_default_append")).what(), said);
}

}  // namespace
}  // namespace mlplab
