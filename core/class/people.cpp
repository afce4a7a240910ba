#include "core/class/people.h"

#include <algorithm>

#include "core/base/printable.h"
#include "core/class/class_code.h"

namespace mlplab {
namespace {

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

}  // namespace

std::string plain_name(std::string_view typed) {
  // Four bytes a character at most; printable_line() writes out what a terminal or a label would obey.
  std::string name = printable_line(typed.substr(0, 16 * class_limits::name_characters));
  const std::size_t first = name.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  name = name.substr(first, name.find_last_not_of(' ') - first + 1);
  std::size_t characters = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (!begins_character(name[i]) || ++characters <= class_limits::name_characters) continue;
    name.resize(i);
    break;
  }
  return name;
}

bool People::absent(const Person& person, double now_s) const {
  return person.streams == 0 && now_s - person.seen_s > class_limits::absent_after_s;
}

Person* People::join(std::string_view name, double now_s) {
  if (people_.size() >= class_limits::people) {
    // Those who only looked in and left make room; guesses and drawings belong to those who stay.
    const auto gone =
        std::ranges::find_if(people_, [&](const Person& person) { return !person.active && absent(person, now_s); });
    if (gone == people_.end()) return nullptr;
    people_.erase(gone);
  }
  Person& person = people_.emplace_back();
  person.id = next_id_++;
  person.seat = static_cast<int>((person.id - 1) % 10000);
  person.token = make_class_token();
  person.name = plain_name(name);
  person.seen_s = now_s;
  return &person;
}

Person* People::find(std::string_view token, double now_s) {
  const auto found = std::ranges::find(people_, token, &Person::token);
  if (found == people_.end()) return nullptr;
  found->seen_s = now_s;
  return &*found;
}

Person* People::by_id(std::uint64_t id) {
  const auto found = std::ranges::find(people_, id, &Person::id);
  return found == people_.end() ? nullptr : &*found;
}

std::size_t People::present(double now_s) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(people_, [&](const Person& person) { return !absent(person, now_s); }));
}

}  // namespace mlplab
