#include "core/base/figures.h"

#include <limits>

#include "core/base/error.h"

namespace mlplab {
namespace {

double number_of_json(const char* name, const nlohmann::json& value) {
  if (value.is_null()) return std::numeric_limits<double>::quiet_NaN();
  if (!value.is_number()) refuse_figure(name, value, to_say("it must be a number"));
  return value.get<double>();
}

double amount_of_json(const char* name, const nlohmann::json& value) {
  const double amount = number_of_json(name, value);
  if (amount < 0.0) refuse_figure(name, value, to_say("a time, a speed or an amount is never negative"));
  return amount;
}

double share_of_json(const char* name, const nlohmann::json& value) {
  const double share = number_of_json(name, value);
  if (share < 0.0 || share > 1.0) refuse_figure(name, value, to_say("an accuracy is a fraction from 0 to 1"));
  return share;
}

using OfJson = double (*)(const char*, const nlohmann::json&);

std::optional<double> where_known(const nlohmann::json& object, const char* name, OfJson read) {
  const auto found = object.find(name);
  return found == object.end() || found->is_null() ? std::nullopt : std::optional(read(name, *found));
}

}  // namespace

void refuse_figure(const std::string& name, const nlohmann::json& value, const char* why) {
  constexpr std::size_t shown_bytes = 60;  // of what stands in place of a number
  std::string shown = dump_json(value);
  if (shown.size() > shown_bytes) shown = shown.substr(0, shown_bytes) + "…";
  throw InputError(say("\"%1\" is %2: %3", name, shown, say(why)));
}

std::string fault_of(const std::exception& error) {
  const auto* usage = dynamic_cast<const UsageError*>(&error);
  if (usage == nullptr || usage->field().empty()) return error.what();
  return say("\"%1\": %2", usage->field(), error.what());
}

const nlohmann::json& member_of(const nlohmann::json& object, const char* name) {
  if (!object.is_object()) throw InputError(say("where the member \"%1\" should be is no JSON object", name));
  const auto found = object.find(name);
  if (found == object.end()) throw InputError(say("the member \"%1\" is missing", name));
  return *found;
}

double read_figure(const nlohmann::json& object, const char* name) {
  return number_of_json(name, member_of(object, name));
}
double read_amount(const nlohmann::json& object, const char* name) {
  return amount_of_json(name, member_of(object, name));
}
double read_share(const nlohmann::json& object, const char* name) {
  return share_of_json(name, member_of(object, name));
}

std::optional<double> maybe_figure(const nlohmann::json& object, const char* name) {
  return where_known(object, name, number_of_json);
}
std::optional<double> maybe_amount(const nlohmann::json& object, const char* name) {
  return where_known(object, name, amount_of_json);
}
std::optional<double> maybe_share(const nlohmann::json& object, const char* name) {
  return where_known(object, name, share_of_json);
}

std::vector<double> read_amounts(const nlohmann::json& object, const char* name) {
  const nlohmann::json& list = member_of(object, name);
  if (!list.is_array()) refuse_figure(name, list, to_say("it must be a list of numbers"));
  std::vector<double> amounts;
  for (const nlohmann::json& value : list) amounts.push_back(amount_of_json(name, value));
  return amounts;
}

}  // namespace mlplab
