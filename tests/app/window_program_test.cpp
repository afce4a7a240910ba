// The program mlplab as a whole process: its command line, its exit codes, its standard streams. The window itself is
// tested in tests/ui.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/launch/train.h"
#include "core/run/run_record.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

class WindowProgram : public testing::Test {
 protected:
  test::Ran shell(const std::string& before, const std::string& arguments) {
    return test::run_program({"/bin/sh", "-c",
                              before + " QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR=" + folder_.path().string() + " " +
                                  MLPLAB_BIN + "/mlplab " + arguments},
                             60.0);
  }
  /// With this setting alone of those that name a display.
  test::Ran without_display(const std::string& setting, const std::string& arguments) {
    return test::run_program({"/bin/sh", "-c",
                              "unset DISPLAY WAYLAND_DISPLAY QT_QPA_PLATFORM; export XDG_RUNTIME_DIR=" +
                                  folder_.path().string() + "; " + setting + " " + MLPLAB_BIN + "/mlplab " + arguments},
                             60.0);
  }
  test::TemporaryFolder folder_;
};

TEST_F(WindowProgram, AnEmptyValueIsNotTakenForNone) {
  for (const std::string option : {"--open", "--run", "--tour", "--theme", "--lang", "--size", "--lesson"}) {
    const test::Ran ran = shell("", option + " ''");
    EXPECT_EQ(ran.code, 2) << option << ": " << ran.err;
    EXPECT_NE(ran.err.find(option + " is empty"), std::string::npos) << ran.err;
  }
}

TEST_F(WindowProgram, TheCommandLineSpeaksItsLanguage) {
  const test::Ran spanish = shell("", "--lang es --size 3x3");
  EXPECT_EQ(spanish.code, 2);
  EXPECT_NE(spanish.err.find("--size quiere un ancho y un alto"), std::string::npos) << spanish.err;
  const test::Ran asked = shell("MLPLAB_LANG=es", "--theme pink");
  EXPECT_NE(asked.err.find("tema desconocido «pink»"), std::string::npos) << asked.err;
  const test::Ran english = shell("MLPLAB_LANG=es", "--lang=en --theme pink");
  EXPECT_NE(english.err.find("unknown theme 'pink'"), std::string::npos) << english.err;
  const test::Ran unknown = shell("", "--lang xx");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("es"), std::string::npos) << unknown.err;
  EXPECT_NE(shell("", "--lang es --help").out.find("Tamaño de la ventana"), std::string::npos);
}

TEST_F(WindowProgram, TheFilmIsAnAnimatedImageForReadme) {
  const std::string folder = folder_.path().string();
  const test::Ran ran = shell("", "--tour " + folder + " --film");
  ASSERT_EQ(ran.code, 0) << ran.err;
  const std::string film = test::read_bytes(folder_ / "film.png");
  EXPECT_EQ(film.substr(0, 8), "\x89PNG\r\n\x1a\n");
  const std::size_t control = film.find("acTL");
  ASSERT_NE(control, std::string::npos);
  EXPECT_GE(static_cast<unsigned char>(film.at(control + 7)), 20) << "frames";
  EXPECT_LT(film.size(), std::size_t{3} << 20);
  const test::Ran nowhere = shell("", "--film");
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_NE(nowhere.err.find("--tour DIR"), std::string::npos) << nowhere.err;
}

TEST_F(WindowProgram, ASizeIsInBaseTen) {
  for (const char* size :
       {"0x500x800", "1280x8e", "1_280x800", "12800000000000x800", "1280", "1280x800x2", "１２８０x800"}) {
    const test::Ran ran = shell("", "--size " + std::string(size));
    EXPECT_NE(ran.err.find("--size wants a width and a height"), std::string::npos) << size << ": " << ran.err;
  }
}

TEST_F(WindowProgram, NoHomeIsASentence) {
  const test::Ran ran = shell("unset HOME XDG_DATA_HOME;", "");
  EXPECT_EQ(ran.code, 3) << ran.err;
  EXPECT_NE(ran.err.find("neither HOME nor XDG_DATA_HOME"), std::string::npos) << ran.err;
}

/// Left over from ssh or screen, of another user, of a platform that is not installed.
TEST_F(WindowProgram, ADisplayThatIsNotThereIsASentence) {
  for (const std::string setting : {"DISPLAY=:7799", "DISPLAY=BANG", "QT_QPA_PLATFORM=nosuch", "QT_QPA_PLATFORM=xcb"}) {
    const test::Ran ran = without_display(setting, "");
    EXPECT_EQ(ran.code, 1) << setting << ": " << ran.err;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
    EXPECT_NE(ran.err.find("no display can be used (" + setting), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find("mlplab-cli"), std::string::npos) << ran.err;
  }
  const test::Ran spanish = without_display("DISPLAY=:7799", "--lang es");
  EXPECT_NE(spanish.err.find("no se puede usar ninguna pantalla"), std::string::npos) << spanish.err;
  const test::Ran none = without_display("", "");
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.err.find("there is no display"), std::string::npos) << none.err;
}

TEST_F(WindowProgram, WhatDrawsNothingNeedsNoDisplay) {
  EXPECT_NE(without_display("DISPLAY=:7799", "--help").out.find("--export"), std::string::npos);
  EXPECT_NE(without_display("DISPLAY=:7799", "--version").out.find("mlplab "), std::string::npos);
  const test::Ran ran =
      without_display("QT_QPA_PLATFORM=nosuch", "--export x --open " + folder_.path().string() + "/y");
  EXPECT_EQ(ran.code, 3) << ran.err;
  EXPECT_NE(ran.err.find("no run folder"), std::string::npos) << ran.err;
}

TEST_F(WindowProgram, ThatNoFontIsInstalledIsSaid) {
  test::write_bytes(folder_ / "fonts.conf", "<?xml version=\"1.0\"?><fontconfig><dir>/nonexistent</dir></fontconfig>");
  const std::string words = "--export x --open " + folder_.path().string() + "/y";
  const test::Ran ran = shell("FONTCONFIG_FILE=" + (folder_ / "fonts.conf").string(), words);
  EXPECT_NE(ran.err.find("no font is installed"), std::string::npos) << ran.err;
  EXPECT_EQ(shell("", words).err.find("no font is installed"), std::string::npos);
}

TEST_F(WindowProgram, AnExportThatDoesNotArriveIsAnError) {
  const RunSpec spec = test::small_spec();
  {
    RunRecorder recorder(folder_ / "run", spec);
    RunControl control;
    train(spec, test::small_dataset(), recorder, control);
  }
  const std::string words = "--open " + (folder_ / "run").string() + " --export " + (folder_ / "charts").string() + " ";
  const test::Ran fine = shell("", words);
  EXPECT_EQ(fine.code, 0) << fine.err;
  EXPECT_GT(std::ranges::count(fine.out, '\n'), 4);
  const test::Ran closed = shell("", words + "<&- >&-");
  EXPECT_EQ(closed.code, 3) << closed.err;
  EXPECT_NE(closed.err.find("could not be written"), std::string::npos) << closed.err;
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "skipped: no /dev/full here";
  EXPECT_EQ(shell("", words + ">/dev/full").code, 3);
}

}  // namespace
}  // namespace mlplab
