// The window's tests in one program (bin/ui_tests), chosen by the name of their file: compiled together they take a
// third of the time of a program for each. A new one ends with QTEST_MAIN, as ever: tests/CMakeLists.txt lets it mean
// this.
#pragma once

#include <QApplication>
#include <QtTest>
#include <map>
#include <string>

namespace mlplab::test {

/// The functions to call by the names of files, as 'setup_panel_test'.
std::map<std::string, int (*)(int, char**)>& qt_tests();

/// Runs a test as the main() of Qt's own QTEST_MAIN does.
template <class Test>
int run_qt_test(int argc, char** argv) {
  QApplication application(argc, argv);
  QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
  Test test;
  return QTest::qExec(&test, argc, argv);
}

struct QtTest {
  QtTest(const std::string& file, int (*run)(int, char**));
};

}  // namespace mlplab::test

#define MLPLAB_QT_TEST_AT(Class, count) \
  static const mlplab::test::QtTest qt_test_##count(__FILE__, mlplab::test::run_qt_test<Class>);
#define MLPLAB_QT_TEST(Class, count) MLPLAB_QT_TEST_AT(Class, count)
#undef QTEST_MAIN
#define QTEST_MAIN(Class) MLPLAB_QT_TEST(Class, __COUNTER__)
