// The program's sentences in Spanish beside their English. To test another sentence: refusals_of().
#pragma once

#include <exception>
#include <string>

#include "core/base/language.h"

namespace mlplab::test {

/// Sets Spanish from here to the end of the scope.
class InSpanish {
 public:
  InSpanish() { set_language(translations, "es"); }
  ~InSpanish() { set_language(translations, "en"); }
  InSpanish(const InSpanish&) = delete;
  InSpanish& operator=(const InSpanish&) = delete;

 private:
  static constexpr const char* translations = MLPLAB_TEST_DATA "/../../resources/translations";
};

struct TwoSentences {
  std::string english, spanish;
};

/// The error that `work` throws, in both languages.
template <class Work>
TwoSentences refusals_of(const Work& work) {
  const auto sentence = [&work]() -> std::string {
    try {
      work();
    } catch (const std::exception& error) {
      return error.what();
    }
    return "nothing failed";
  };
  TwoSentences both{sentence(), {}};
  const InSpanish spanish;
  both.spanish = sentence();
  return both;
}

}  // namespace mlplab::test
