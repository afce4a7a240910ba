// Every refusal names the file or the member, in the reader's language.
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/names.h"
#include "core/base/numbers.h"
#include "tests/support/in_spanish.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using test::InSpanish;
using test::refusals_of;
using test::TwoSentences;

void expect(const TwoSentences& both, const std::string& english, const std::string& spanish) {
  EXPECT_EQ(both.english, english);
  EXPECT_EQ(both.spanish, spanish);
}

TEST(Refusals, OfFilesNameThemInBothLanguages) {
  const test::TemporaryFolder folder;
  const std::string path = (folder / "none").string();
  expect(refusals_of([&] { read_file(path); }), "cannot open " + path + ": No such file or directory",
         "no se puede abrir " + path + ": no existe el archivo o la carpeta");
  expect(refusals_of([&] { read_file(folder.path()); }), folder.path().string() + " is a folder; name a file",
         folder.path().string() + " es una carpeta; indique un archivo");
  test::write_bytes(folder / "long", "0123456789");
  const std::string longer = (folder / "long").string();
  expect(refusals_of([&] { read_file(longer, 4); }), longer + " has 10 bytes, more than the 4 such a file may have",
         longer + " tiene 10 bytes, más de los 4 que puede tener un archivo así");
  expect(refusals_of([&] { make_folder(longer); }),
         "cannot create the folder " + longer + ": Not a directory; choose a folder that you may write to",
         "no se puede crear la carpeta " + longer + ": no es una carpeta; elija una carpeta en la que pueda escribir");
}

TEST(Refusals, OfTheSystemAreInItsWordsWhereWeHaveNone) {
  const InSpanish spanish;
  EXPECT_EQ(reason_of(std::make_error_code(std::errc::no_space_on_device)), "no queda espacio en el dispositivo");
  const std::error_code seldom = std::make_error_code(std::errc::no_child_process);
  EXPECT_EQ(reason_of(seldom), seldom.message());
}

TEST(Refusals, OfMembersNameThemInBothLanguages) {
  const auto read = [](const std::string& text) {
    return refusals_of([&] {
      const nlohmann::json json = parse_json(text);
      JsonReader reader(json, to_say("the model"));
      reader.required<int>("inputs");
      reader.finish();
    });
  };
  expect(read("[]"), "the model must be a JSON object", "el modelo debe ser un objeto JSON");
  expect(read("{}"), "the model has no member 'inputs'", "el modelo no tiene el miembro «inputs»");
  expect(read(R"({"inputs": 1, "colour": 2})"), "the model has an unknown member 'colour'",
         "el modelo tiene un miembro desconocido, «colour»");
  expect(read(R"({"inputs": 1.5})"), "the model: 'inputs' must be a whole number",
         "el modelo: «inputs» debe ser un número entero");
  expect(read(R"({"inputs": 5000000000})"), "the model: 'inputs' is out of range",
         "el modelo: «inputs» está fuera de los límites");
}

enum class Fruit { apple, pear, plum };
constexpr Name<Fruit> fruits[] = {{Fruit::apple, "apple"}, {Fruit::pear, "pear"}, {Fruit::plum, "plum"}};

TEST(Refusals, OfNamesListThoseThereAre) {
  expect(refusals_of([] { value_of(fruits, "nut", "schedule"); }),
         "there is no schedule 'nut'; valid are apple, pear, plum",
         "«nut» no es válido como plan; los valores válidos son apple, pear, plum");
  EXPECT_EQ(list_of(fruits), "apple, pear or plum");
  const InSpanish spanish;
  EXPECT_EQ(list_of(fruits), "apple, pear o plum");
  EXPECT_EQ(significant(0.0 / 0.0), "desconocido");
}

}  // namespace
}  // namespace mlplab
