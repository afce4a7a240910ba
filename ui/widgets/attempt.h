// How failures reach the banner of a page.
#pragma once

#include <QString>
#include <exception>

namespace mlplab {

/// Runs `act`; where it throws, the page, card or session emits failed() with the sentence. Whether all went well.
template <class Teller, class Act>
bool attempt(Teller* teller, Act act) {
  try {
    act();
    return true;
  } catch (const std::exception& error) {
    Q_EMIT teller->failed(QString::fromUtf8(error.what()));
    return false;
  }
}

}  // namespace mlplab
