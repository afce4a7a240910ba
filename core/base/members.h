// The members of a value in a JSON file, named once for both ways: a generic lambda members(file, value) writes them
// where `file` is a MembersWriter and reads them where it is a MembersReader. To add a kind of member: a function in
// each of the two classes.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/base/figures.h"
#include "core/base/json.h"
#include "core/base/names.h"

namespace mlplab {

template <class Json = nlohmann::json>
Json json_of(const auto& value, const auto& members);

/// In the order in which they are named, where Json has one.
template <class Json>
class MembersWriter {
 public:
  Json json = Json::object();

  /// Whether there is such a member, and it is not null. `wanted` decides whether one is written.
  bool has(const char* /*name*/, bool wanted = true) const { return wanted; }
  /// A text, a truth value, a list of texts, or what has a to_json() of its own.
  template <class T>
  void plain(const char* name, const T& value) {
    json[name] = Json(value);
  }
  /// null for none.
  template <class T>
  void plain(const char* name, const std::optional<T>& value) {
    json[name] = value ? Json(*value) : Json();
  }
  /// A whole number of at least `least`.
  template <class T>
  void count(const char* name, const T& value, int /*least*/ = 0) {
    plain(name, value);
  }
  /// As read_figure(), read_amount(), read_share() read it, or their maybe_…() where it is optional.
  void figure(const char* name, double value) { json[name] = finite_or_null<Json>(value); }
  void figure(const char* name, const std::optional<double>& value) { plain(name, value); }
  void amount(const char* name, const auto& value) { figure(name, value); }
  void share(const char* name, const auto& value) { figure(name, value); }
  void amounts(const char* name, const std::vector<double>& values) { plain(name, values); }
  void counts(const char* name, const std::vector<int>& values, int /*least*/) { plain(name, values); }
  /// null for those that are not known.
  void shares(const char* name, const std::vector<double>& values) { figures(name, values); }
  void figures(const char* name, const std::vector<double>& values) {
    Json all = Json::array();
    for (const double value : values) all.push_back(finite_or_null<Json>(value));
    json[name] = std::move(all);
  }
  /// A value of an enumeration, by its name. `what`: as of value_of().
  template <class E, std::size_t N>
  void choice(const char* name, E value, const Name<E> (&names)[N], const char* /*what*/) {
    json[name] = name_of(names, value);
  }
  /// Objects, each with these members.
  template <class T, class Members>
  void list(const char* name, const std::vector<T>& values, const Members& members) {
    Json all = Json::array();
    for (const T& value : values) all.push_back(json_of<Json>(value, members));
    json[name] = std::move(all);
  }
  template <class T, class Members>
  void object(const char* name, const T& value, const Members& members) {
    json[name] = json_of<Json>(value, members);
  }
  template <class T, class Members>
  void object(const char* name, const std::optional<T>& value, const Members& members) {
    object(name, value.value(), members);
  }
};

void read_from(const nlohmann::json& json, auto& value, const auto& members);

/// Throws InputError, UsageError or nlohmann's exceptions.
class MembersReader {
 public:
  explicit MembersReader(const nlohmann::json& json) : json_(json) {}

  bool has(const char* name, bool /*wanted*/ = true) const {
    const auto found = json_.find(name);
    return found != json_.end() && !found->is_null();
  }
  template <class T>
  void plain(const char* name, T& value) {
    json_.at(name).get_to(value);
  }
  template <class T>
  void plain(const char* name, std::optional<T>& value) {
    const nlohmann::json& found = json_.at(name);
    value = found.is_null() ? std::nullopt : std::optional(found.get<T>());
  }
  template <class T>
  void count(const char* name, T& value, int least = 0) {
    value = read_count<T>(json_, name, static_cast<T>(least));
  }
  template <class T>
  void count(const char* name, std::optional<T>& value, int least = 0) {
    value = json_.at(name).is_null() ? std::nullopt : std::optional(read_count<T>(json_, name, static_cast<T>(least)));
  }
  void figure(const char* name, double& value) { value = read_figure(json_, name); }
  void figure(const char* name, std::optional<double>& value) { value = maybe_figure(json_, name); }
  void amount(const char* name, double& value) { value = read_amount(json_, name); }
  void amount(const char* name, std::optional<double>& value) { value = maybe_amount(json_, name); }
  void share(const char* name, double& value) { value = read_share(json_, name); }
  void share(const char* name, std::optional<double>& value) { value = maybe_share(json_, name); }
  void amounts(const char* name, std::vector<double>& values) { values = read_amounts(json_, name); }
  void counts(const char* name, std::vector<int>& values, int least) { values = read_counts<int>(json_, name, least); }
  void figures(const char* name, std::vector<double>& values) {
    values.clear();
    for (const nlohmann::json& one : json_.at(name))
      values.push_back(one.is_number() ? one.get<double>() : std::nan(""));
  }
  /// Each as read_share() reads it.
  void shares(const char* name, std::vector<double>& values) {
    values.clear();
    for (const nlohmann::json& one : json_.at(name)) values.push_back(read_share({{name, one}}, name));
  }
  template <class E, std::size_t N>
  void choice(const char* name, E& value, const Name<E> (&names)[N], const char* what) {
    value = value_of(names, json_.at(name).get<std::string>(), what);
  }
  template <class T, class Members>
  void list(const char* name, std::vector<T>& values, const Members& members) {
    values.clear();
    for (const nlohmann::json& one : json_.at(name)) read_from(one, values.emplace_back(), members);
  }
  template <class T, class Members>
  void object(const char* name, T& value, const Members& members) {
    read_from(json_.at(name), value, members);
  }
  template <class T, class Members>
  void object(const char* name, std::optional<T>& value, const Members& members) {
    object(name, value.emplace(), members);
  }

 private:
  const nlohmann::json& json_;
};

template <class Json>
Json json_of(const auto& value, const auto& members) {
  MembersWriter<Json> file;
  members(file, value);
  return std::move(file.json);
}

void read_from(const nlohmann::json& json, auto& value, const auto& members) {
  MembersReader file(json);
  members(file, value);
}

}  // namespace mlplab
