#include "core/class/class_session.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/json.h"
#include "core/class/class_limits.h"

namespace mlplab {

ClassSession::ClassSession(std::string code) : code_(std::move(code)) {}

void ClassSession::set_changed(std::function<void(bool phones_too)> changed) {
  const std::lock_guard lock(mutex_);
  changed_ = std::move(changed);
}

void ClassSession::tell(bool phones_too) {
  std::function<void(bool)> changed;
  {
    const std::lock_guard lock(mutex_);
    if (phones_too) ++revision_;
    changed = changed_;
  }
  if (changed) changed(phones_too);
}

ClassSession::Counts ClassSession::counts(double now_s) const {
  const std::lock_guard lock(mutex_);
  return {people_.joined(), people_.present(now_s), round_ ? round_->count() : 0, wall_.drawings().size()};
}

int ClassSession::open_round(const GuessQuestion& question) {
  int id = 0;
  {
    const std::lock_guard lock(mutex_);
    id = ++rounds_;
    if (round_) round_->close();
    if (round_) round_before_ = std::move(round_);
    round_.emplace(id, question);
  }
  tell(true);
  return id;
}

void ClassSession::close_round() {
  {
    const std::lock_guard lock(mutex_);
    if (!round_ || round_->closed()) return;
    round_->close();
  }
  tell(true);
}

bool ClassSession::has_round_before() const {
  const std::lock_guard lock(mutex_);
  return round_before_.has_value();
}

void ClassSession::swap_rounds() {
  {
    const std::lock_guard lock(mutex_);
    if (!round_before_) return;
    std::swap(round_, round_before_);
  }
  tell(true);
}

std::optional<GuessRound> ClassSession::round() const {
  const std::lock_guard lock(mutex_);
  return round_;
}

void ClassSession::set_asked(int asked) {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(asked_, asked) == asked) return;
  }
  tell(true);
}

int ClassSession::asked() const {
  const std::lock_guard lock(mutex_);
  return asked_;
}

void ClassSession::set_locked(bool locked) {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(locked_, locked) == locked) return;
  }
  tell(true);
}

bool ClassSession::locked() const {
  const std::lock_guard lock(mutex_);
  return locked_;
}

bool ClassSession::set_hidden(int drawing, bool hidden) {
  bool found = false;
  {
    const std::lock_guard lock(mutex_);
    found = wall_.set_hidden(drawing, hidden);
  }
  tell(false);
  return found;
}

void ClassSession::clear_wall() {
  {
    const std::lock_guard lock(mutex_);
    if (wall_.drawings().empty()) return;
    cleared_.push_back(wall_.clear());
    std::size_t held = 0;
    for (const auto& cleared : cleared_) held += cleared.size();
    for (; held > class_limits::drawings; cleared_.erase(cleared_.begin())) held -= cleared_.front().size();
  }
  tell(false);
}

bool ClassSession::can_undo_clear() const {
  const std::lock_guard lock(mutex_);
  return !cleared_.empty();
}

void ClassSession::undo_clear() {
  {
    const std::lock_guard lock(mutex_);
    if (cleared_.empty()) return;
    wall_.put_back(std::move(cleared_.back()));
    cleared_.pop_back();
  }
  tell(false);
}

DrawingWall ClassSession::wall() const {
  const std::lock_guard lock(mutex_);
  return wall_;
}

void ClassSession::set_watch(ClassWatch watch) {
  {
    const std::lock_guard lock(mutex_);
    if (watch_ == watch) return;
    watch_ = std::move(watch);
  }
  tell(true);
}

std::optional<ClassSession::Joined> ClassSession::join(std::string_view name, double now_s) {
  std::optional<Joined> joined;
  {
    const std::lock_guard lock(mutex_);
    if (const Person* person = people_.join(name, now_s)) joined = Joined{person->token, person->seat, person->drawn};
  }
  if (joined) tell(false);
  return joined;
}

ClassRefusal ClassSession::guess(std::string_view token, int round, double value, double now_s) {
  {
    const std::lock_guard lock(mutex_);
    Person* person = people_.find(token, now_s);
    if (person == nullptr) return ClassRefusal::unknown_person;
    if (!person->guesses.take(now_s)) return ClassRefusal::too_fast;
    if (!round_ || round_->id() != round) return ClassRefusal::closed;
    switch (round_->take(person->id, person->name, value)) {
      case GuessTaken::closed:
        return ClassRefusal::closed;
      case GuessTaken::out_of_range:
        return ClassRefusal::out_of_range;
      case GuessTaken::yes:
        person->active = true;
    }
  }
  tell(false);
  return ClassRefusal::none;
}

ClassRefusal ClassSession::may_draw(std::string_view token, double now_s, std::uint64_t& person_id) {
  const std::lock_guard lock(mutex_);
  Person* person = people_.find(token, now_s);
  if (person == nullptr) return ClassRefusal::unknown_person;
  if (!person->drawings.take(now_s)) return ClassRefusal::too_fast;
  if (locked_) return ClassRefusal::locked;
  if (wall_.full() || person->drawn >= static_cast<int>(class_limits::drawings_per_person)) return ClassRefusal::full;
  person_id = person->id;
  return ClassRefusal::none;
}

std::optional<int> ClassSession::take_drawing(std::uint64_t person_id, int asked, DrawingPrediction prediction) {
  int drawn = 0;
  {
    const std::lock_guard lock(mutex_);
    Person* person = people_.by_id(person_id);
    if (person == nullptr || locked_ || wall_.add(person->name, asked, std::move(prediction)) == 0) return std::nullopt;
    person->active = true;
    drawn = ++person->drawn;
  }
  tell(false);
  return drawn;
}

std::optional<std::uint64_t> ClassSession::open_stream(std::string_view token, double now_s) {
  std::uint64_t id = 0;
  {
    const std::lock_guard lock(mutex_);
    Person* person = people_.find(token, now_s);
    if (person == nullptr || person->streams >= static_cast<int>(class_limits::streams_per_person)) return std::nullopt;
    ++person->streams;
    id = person->id;
  }
  tell(false);
  return id;
}

void ClassSession::close_stream(std::uint64_t person_id, double now_s) {
  {
    const std::lock_guard lock(mutex_);
    if (Person* person = people_.by_id(person_id)) {
      --person->streams;
      person->seen_s = now_s;
    }
  }
  tell(false);
}

namespace {

/// Six digits are more than a phone shows: all of a double's would be half of what is sent.
double for_phones(double value) {
  if (value == 0.0 || !std::isfinite(value)) return value;
  const double unit = std::pow(10.0, std::min(300.0, 5.0 - std::floor(std::log10(std::abs(value)))));
  return std::round(value * unit) / unit;
}

}  // namespace

nlohmann::json ClassSession::round_json() const {
  if (!round_) return nullptr;
  nlohmann::json json = round_->question();
  json["id"] = round_->id();
  json["closed"] = round_->closed();
  return json;
}

std::string ClassSession::phone_state() const {
  const std::vector<std::string> classes = predictor_.class_names();
  const std::lock_guard lock(mutex_);
  const auto numbers = [](const std::vector<double>& values) {
    nlohmann::json list = nlohmann::json::array();
    for (const double value : values) list.push_back(finite_or_null(for_phones(value)));
    return list;
  };
  return dump_json(nlohmann::json{{"round", round_json()},
                                  {"asked", asked_},
                                  {"locked", locked_},
                                  {"classes", classes},
                                  {"run",
                                   {{"network", watch_.network},
                                    {"running", watch_.running},
                                    {"epochs", watch_.epochs},
                                    {"epoch", numbers(watch_.epoch)},
                                    {"loss", numbers(watch_.loss)},
                                    {"accuracy", numbers(watch_.accuracy)}}}});
}

std::uint64_t ClassSession::revision() const {
  const std::lock_guard lock(mutex_);
  return revision_;
}

}  // namespace mlplab
