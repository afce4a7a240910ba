#include "core/compute/communicator.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/language.h"

namespace mlplab {

RankShare share_of_rank(std::size_t total, int rank, int ranks, std::span<const int> weights) {
  if (!weights.empty()) {
    std::uint64_t before = 0, all = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (std::cmp_less(i, rank)) before += static_cast<std::uint64_t>(weights[i]);
      all += static_cast<std::uint64_t>(weights[i]);
    }
    const std::uint64_t own = static_cast<std::uint64_t>(weights[static_cast<std::size_t>(rank)]);
    const std::size_t first = total * before / all;
    return {first, total * (before + own) / all - first};
  }
  const auto r = static_cast<std::size_t>(rank), n = static_cast<std::size_t>(ranks);
  const std::size_t each = total / n, longer = total % n;
  return {r * each + std::min(r, longer), each + (r < longer ? 1 : 0)};
}

namespace {

/// How many bytes of `text` fit into `most` without cutting a letter of UTF-8 in two.
std::size_t whole_letters(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text.size();
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
  return most;
}

}  // namespace

std::optional<Error> first_failure(Communicator& communicator, const std::optional<Error>& own) {
  std::vector<double> failures(static_cast<std::size_t>(communicator.size()), 0.0);
  if (own) failures[static_cast<std::size_t>(communicator.rank())] = static_cast<double>(own->failure());
  communicator.sum(failures);
  const auto first = std::ranges::find_if(failures, [](double f) { return f > 0.0; });
  if (first == failures.end()) return {};
  const auto rank = first - failures.begin();
  constexpr std::size_t max_letters = 400;
  std::vector<double> letters(max_letters, 0.0);  // only sums go both ways: all but one rank add nothing
  const std::string sentence = rank == communicator.rank() ? own->what() : "";
  for (std::size_t i = 0; i < whole_letters(sentence, max_letters); ++i)
    letters[i] = static_cast<double>(static_cast<unsigned char>(sentence[i]));
  communicator.sum(letters);
  std::string text;
  for (const double letter : letters)
    if (letter > 0.0) text += static_cast<char>(static_cast<unsigned char>(letter));
  return Error(static_cast<Failure>(static_cast<int>(*first)), say("rank %1: %2", rank, text));
}

}  // namespace mlplab
