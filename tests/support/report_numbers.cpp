#include "tests/support/report_numbers.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <set>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "tests/support/support.h"

namespace mlplab::test {
namespace {

using Cells = std::vector<std::string>;

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

std::string html_unescaped(const std::string& text) {
  std::string plain = std::regex_replace(text, std::regex("<[^>]*>"), "");
  for (const auto& [entity, sign] : std::map<std::string, std::string>{
           {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&nbsp;", " "}})
    plain = replaced(plain, entity, sign);
  return replaced(plain, "&amp;", "&");
}

std::string markdown_unescaped(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && std::ispunct(static_cast<unsigned char>(text[i + 1])) != 0) ++i;
    plain += text[i];
  }
  return plain;
}

/// Between `open` and `close`, from `at` on, which moves behind it; false where there is none before `end`.
bool next_between(const std::string& text, const std::string& open, const std::string& close, std::size_t& at,
                  std::size_t end, std::string& found) {
  const std::size_t begin = text.find(open, at);
  if (begin == std::string::npos || begin >= end) return false;
  const std::size_t inside = text.find('>', begin) + 1;
  const std::size_t stop = text.find(close, inside);
  found = text.substr(inside, stop - inside);
  at = stop + close.size();
  return true;
}

Cells split_row(const std::string& line) {
  Cells cells;
  std::string cell;
  for (std::size_t i = 1; i < line.size(); ++i) {  // after the first bar
    if (line[i] == '\\' && i + 1 < line.size()) {
      cell += line[i];
      cell += line[++i];
    } else if (line[i] == '|') {
      const std::size_t first = cell.find_first_not_of(' ');
      const std::size_t last = cell.find_last_not_of(' ');
      cells.push_back(first == std::string::npos ? "" : markdown_unescaped(cell.substr(first, last - first + 1)));
      cell.clear();
    } else {
      cell += line[i];
    }
  }
  return cells;
}

/// A column of the page, and the columns of the file that its numbers are, in their order; `scale` of them all. Without
/// columns: words.
struct Rule {
  std::string
      shown;  // the title in English, behind 'Caldas 2025: ' where it is theirs; with '%1' at its end how it begins
  Cells columns;
  double scale = 1.0;
  bool words = false;
};

Rule number(const std::string& shown, const Cells& columns, double scale = 1.0) {
  return {shown, columns, scale, false};
}
Rule words(const std::string& shown, const std::string& column = "") { return {shown, {column}, 1.0, true}; }

/// Joules, memory and the parts of a step, which sweeps and comparisons have alike.
std::vector<Rule> with_last(std::vector<Rule> rules) {
  for (const Rule& rule :
       {number("J per epoch", {"energy_epoch_j"}), number("mean W", {"energy_mean_w"}),
        number("relative EDP", {"energy_relative_edp"}), number("images/J", {"images_per_j"}),
        number("J without idle", {"epoch_j_without_idle"}),
        number("relative EDP without idle", {"relative_edp_without_idle"}), number("EDP J·s", {"edp_js"}),
        number("EDP J·s without idle", {"edp_js_without_idle"}), number("peak MB", {"peak_memory_bytes"}, 1e-6),
        number("GPU MB", {"device_memory_bytes"}, 1e-6), number("host-to-device s", {"step_h2d_s"}),
        number("kernel s", {"step_kernel_s"}), number("device-to-host s", {"step_d2h_s"}),
        number("communication s", {"step_communication_s"}), number("host s", {"step_host_s"}),
        number("unrecorded s", {"step_unrecorded_s"})})
    rules.push_back(rule);
  return rules;
}

std::vector<Rule> rules_of(const std::string& file) {
  if (file == "runs.csv")
    return {words("run", "run"),
            words("backend", "backend"),
            number("workers", {"workers"}),
            number("batch", {"batch"}),
            number("learning rate", {"learning_rate"}),
            number("epochs", {"epochs_done"}),
            words("ended", "status"),
            number("training s", {"train_time_s"}),
            number("images/s", {"images_per_s"}),
            number("test accuracy", {"accuracy_test"}, 100.0),
            number("best", {"best_accuracy_test"}, 100.0),
            number("in epoch", {"best_epoch"}),
            words("same result", "same_result")};
  if (file.find("-epochs") != std::string::npos)
    return {number("epoch", {"epoch"}),
            number("training loss", {"loss_train"}),
            number("test loss", {"loss_test"}),
            number("validation loss", {"loss_validation"}),
            number("training accuracy", {"accuracy_train"}, 100.0),
            number("test accuracy", {"accuracy_test"}, 100.0),
            number("validation accuracy", {"accuracy_validation"}, 100.0),
            number("epoch s", {"epoch_time_s"}),
            number("images/s", {"images_per_s"}),
            number("training s so far", {"train_time_s"})};
  if (file.starts_with("sweep-") && file.find("-published") != std::string::npos)
    return {number("workers", {"workers"}), number("speedup", {"speedup"}), number("efficiency", {"efficiency"}),
            number("Caldas 2025: speedup", {"published_speedup"}),
            number("Caldas 2025: efficiency", {"published_efficiency"})};
  if (file.starts_with("sweep-"))
    return with_last({words("backend", "backend"), number("workers", {"workers"}), number("batch", {"batch"}),
                      number("learning rate", {"optimizer.learning_rate"}), number("seed", {"seed"}),
                      number("runs", {"runs"}), number("median s per epoch", {"median_s", "ci_low_s", "ci_high_s"}),
                      number("speedup", {"speedup", "speedup_ci_low", "speedup_ci_high"}),
                      number("relative speed", {"speedup", "speedup_ci_low", "speedup_ci_high"}),
                      number("efficiency", {"efficiency"}), number("Karp–Flatt", {"karp_flatt"}),
                      number("test s", {"test_time_s"}), number("images/s", {"images_per_s"}),
                      number("test accuracy", {"accuracy_test"}, 100.0), words("notes")});
  if (file.starts_with("profile-") && file.find("-published") != std::string::npos)
    return {number("batch", {"batch"}),
            words("placement", "placement"),
            number("host-to-device", {"h2d_share"}, 100.0),
            number("kernel", {"kernel_share"}, 100.0),
            number("device-to-host", {"d2h_share"}, 100.0),
            number("throughput", {"relative_images_per_s"}),
            number("Caldas 2025: host-to-device", {"published_h2d_share"}, 100.0),
            number("Caldas 2025: kernel", {"published_kernel_share"}, 100.0),
            number("Caldas 2025: device-to-host", {"published_d2h_share"}, 100.0),
            number("Caldas 2025: throughput", {"published_relative_images_per_s"}),
            number("Caldas 2025: accuracy", {"published_accuracy_test"}, 100.0)};
  if (file.find("-published") != std::string::npos)
    return {words("published as", "published_as"),
            words("here"),
            number("Caldas 2025: training s", {"published_s"}),
            number("Caldas 2025: relative speed", {"published_relative_speed"}),
            number("Caldas 2025: accuracy", {"published_accuracy"}, 100.0),
            number("training s", {"train_time_s"}),
            number("relative speed", {"relative_speed"}),
            number("accuracy", {"accuracy_test"}, 100.0)};
  if (file.starts_with("comparison-") && file.find("-ladder") != std::string::npos)
    return {words("rung", "backend"),
            number("training s", {"train_time_s"}),
            number("over the one below", {"rung_factor"}),
            number("95 % interval", {"rung_low", "rung_high"}),
            number("in all", {"rung_total"}),
            words("what it does more")};
  if (file.starts_with("comparison-"))
    return with_last({words("implementation", "backend"), words("technology", "technology"),
                      words("parallelism", "parallelism"), number("workers", {"workers"}), number("runs", {"runs"}),
                      number("training s", {"train_time_s", "train_time_low_s", "train_time_high_s"}),
                      number("relative speed", {"relative_speed", "relative_low", "relative_high"}),
                      number("images/s", {"images_per_s"}), number("test accuracy", {"accuracy_test"}, 100.0),
                      number("time to %1", {"time_to_target_s"}), words("same result", "equivalent")});
  if (file.starts_with("operations-"))
    return {words("variant", "variant"), number("size", {"size"}), number("time s", {"time_s"}),
            number("spread", {"spread"}), number("repeats", {"repeats"})};
  if (file.find("-nodes-") != std::string::npos)
    return {words("node", "node"),
            words("kind", "kind"),
            words("shape", "shape"),
            number("parameters", {"parameters"}),
            number("GFLOP a step", {"flop"}, 1e-9),
            number("forward ms", {"forward_s"}, 1e3),
            number("to inputs ms", {"input_gradient_s"}, 1e3),
            number("to weights ms", {"weight_gradient_s"}, 1e3),
            number("ms", {"time_s"}, 1e3),
            number("of the step", {"share"}, 100.0),
            number("GFLOP/s", {"flop_per_s"}, 1e-9),
            number("of peak", {"of_peak"}, 100.0)};
  return {};
}

/// The parts of a step have their share beside them, which the file has as the quotient of two columns.
std::vector<Rule> profile_rules() {
  return {number("batch", {"batch"}),
          words("placement", "placement"),
          number("step µs", {"wall_s"}, 1e6),
          number("host-to-device", {"h2d_s", "h2d_s/wall_s"}, 1e6),
          number("kernel", {"kernel_s", "kernel_s/wall_s"}, 1e6),
          number("device-to-host", {"d2h_s", "d2h_s/wall_s"}, 1e6),
          number("communication", {"communication_s", "communication_s/wall_s"}, 1e6),
          number("host", {"host_s", "host_s/wall_s"}, 1e6),
          number("unrecorded", {"unrecorded_s", "unrecorded_s/wall_s"}, 1e6),
          number("images/s", {"images_per_s"}),
          number("epoch s", {"epoch_time_s"}),
          number("accuracy", {"accuracy_test"}, 100.0),
          number("profiling's cost", {"wall_s/unprofiled_step_s"}, 100.0)};
}

bool is_title(const std::string& english, const std::string& title) {
  static const std::string theirs = "Caldas 2025: ";
  if (english.starts_with(theirs)) return title == theirs + say(english.substr(theirs.size()));
  const std::string said = say(english);
  return said == title || (said.ends_with("%1") && title.starts_with(said.substr(0, said.size() - 2)));
}

const Rule* rule_for(const std::vector<Rule>& rules, const std::string& title) {
  const auto found = std::ranges::find_if(rules, [&](const Rule& rule) { return is_title(rule.shown, title); });
  return found == rules.end() ? nullptr : &*found;
}

/// Whether a cell says what the file has in English: 'equal' as '✓ igual', 'run 1' as 'ejecución 1'.
bool says(const std::string& cell, const std::string& in_file) {
  const std::size_t last = in_file.find_last_not_of("0123456789");
  const std::string name = last == std::string::npos ? "" : in_file.substr(0, last + 1);
  for (const std::string& form :
       {in_file, say(in_file), say("✓ " + in_file), say("✗ " + in_file), say(name + "%1", in_file.substr(name.size()))})
    if (cell.find(form) != std::string::npos) return true;
  return false;
}

std::string cell_of(const ReadTable& csv, const Cells& row, const std::string& column) {
  const auto found = std::ranges::find(csv.header, column);
  return found == csv.header.end() ? "" : row[static_cast<std::size_t>(found - csv.header.begin())];
}

/// NaN where it is not known.
double value_of(const ReadTable& csv, const Cells& row, const std::string& column, double scale) {
  const std::size_t slash = column.find('/');
  const auto plain = [&](const std::string& name) {
    const std::string text = cell_of(csv, row, name);
    return text.empty() ? std::nan("") : std::stod(text);
  };
  if (slash == std::string::npos) return scale * plain(column);
  const double quotient = plain(column.substr(0, slash)) / plain(column.substr(slash + 1));
  return column == "wall_s/unprofiled_step_s" ? 100.0 * (quotient - 1.0) : 100.0 * quotient;
}

/// One in the last digit that is shown: 0.1 of '98.2'.
double last_digit(const std::string& shown) {
  const std::size_t e = shown.find('e');
  const std::string mantissa = shown.substr(0, e);
  const std::size_t point = mantissa.find('.');
  const double decimals = point == std::string::npos ? 0.0 : static_cast<double>(mantissa.size() - point - 1);
  const double exponent = e == std::string::npos ? 0.0 : std::stod(shown.substr(e + 1));
  return std::pow(10.0, exponent - decimals);
}

/// As it is shown: people's texts have '−'.
double number_of(std::string shown) {
  if (shown.starts_with(minus_sign)) shown = "-" + shown.substr(std::string_view(minus_sign).size());
  return std::stod(shown);
}

bool near(double value, double other, double distance) { return std::fabs(value - other) <= distance * (1.0 + 1e-6); }

/// Whether the number that begins at `at` is `value` rounded, or the limit of a share that comes near none or all of it
/// ('< 0.1 %', '> 99 %'), where rounding would say 0 or 100.
bool holds(double value, const std::string& cell, std::size_t at, const std::string& shown) {
  const double said = number_of(shown), unit = last_digit(shown);
  const std::string sign = at < 2 ? "" : cell.substr(at - 2, 2);
  if (sign == "< ") return near(said, unit, 1e-9) && value > 0.0 && value < said;
  if (sign == "> ") return near(said, 100.0 - unit, 1e-9) && value > said && value < 100.0;
  return near(value, said, 0.5 * unit);
}

void judge_cell(const Rule& rule, const ReadTable& csv, const Cells& row, const std::string& cell,
                const std::string& where, std::vector<std::string>& faults) {
  if (rule.words) {
    if (!rule.columns.front().empty() && cell != "–" && !says(cell, cell_of(csv, row, rule.columns.front())))
      faults.push_back(where + "'" + cell + "' is not '" + cell_of(csv, row, rule.columns.front()) + "'");
    return;
  }
  std::vector<double> values;
  for (const std::string& column : rule.columns) values.push_back(value_of(csv, row, column, rule.scale));
  Cells shown = numbers_in(cell);
  // 'within noise (0.97 to 1.12×)' leaves out the middle.
  if (values.size() == 3 && shown.size() == 2 && !cell.starts_with(shown.front())) values.erase(values.begin());
  if (shown.empty() && values.size() < 3 && std::ranges::all_of(values, [](double v) { return v == 0.0; })) return;
  if (shown.empty() != !std::isfinite(values.front()))
    return faults.push_back(where + "'" + cell + "' though the file has '" + cell_of(csv, row, rule.columns.front()) +
                            "'");
  if (shown.size() > values.size()) return faults.push_back(where + "'" + cell + "' has too many numbers");
  if (shown.size() > 1 && shown.size() != values.size()) faults.push_back(where + "'" + cell + "' has too few numbers");
  std::size_t at = 0;
  for (std::size_t i = 0; i < shown.size(); at += shown[i++].size())
    if (at = cell.find(shown[i], at); !holds(values[i], cell, at, shown[i]))
      faults.push_back(where + "'" + cell + "' shows " + shown[i] + ", the file has " + std::to_string(values[i]));
}

}  // namespace

std::vector<std::string> numbers_in(const std::string& text) {
  static const std::regex form(R"((?:[-+]|−)?\d+(\.\d+)?(e[-+]?\d+)?)");
  return {std::sregex_token_iterator(text.begin(), text.end(), form), std::sregex_token_iterator()};
}

ReadTable read_csv(const std::string& text) {
  std::vector<Cells> rows(1, Cells(1));
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    std::string& cell = rows.back().back();
    if (c == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"')
      cell += text[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      rows.back().emplace_back();
    else if (c == '\n' && !quoted)
      rows.emplace_back(1);
    else
      cell += c;
  }
  rows.pop_back();
  ReadTable table{.file = {}, .header = rows.front(), .rows = {}};
  table.rows.assign(rows.begin() + 1, rows.end());
  return table;
}

std::vector<ReadTable> tables_of_html(const std::string& page) {
  std::vector<ReadTable> tables;
  std::size_t at = 0;
  while ((at = page.find("<table ", at)) != std::string::npos) {
    const std::size_t end = page.find("</table>", at), next = page.find("</div>", page.find("</div>", end) + 1);
    ReadTable table;
    std::string found;
    const std::size_t body = page.find("<tbody>", at);
    while (next_between(page, "<th", "</th>", at, body, found)) {
      // '<thead>' begins with the same letters.
      const std::size_t inner = found.rfind("<th scope=");
      table.header.push_back(html_unescaped(inner == std::string::npos ? found : found.substr(inner)));
    }
    at = body;
    std::string row;
    while (next_between(page, "<tr", "</tr>", at, end, row)) {
      table.rows.emplace_back();
      std::size_t in_row = 0;
      std::string cell;
      while (next_between(row, "<td", "</td>", in_row, row.size(), cell))
        table.rows.back().push_back(html_unescaped(cell));
    }
    const std::string after = page.substr(end, next - end);
    std::smatch file;
    if (std::regex_search(after, file, std::regex(say("Every digit: %1", "([^<]*)<"))))
      table.file = html_unescaped(file[1]);
    tables.push_back(std::move(table));
    at = end;
  }
  return tables;
}

std::vector<ReadTable> tables_of_markdown(const std::string& text) {
  std::vector<ReadTable> tables;
  bool inside = false;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    std::smatch file;
    if (line.starts_with("| ---")) continue;
    if (line.starts_with("|")) {
      if (!inside)
        tables.push_back({.file = {}, .header = split_row(line), .rows = {}});
      else
        tables.back().rows.push_back(split_row(line));
      inside = true;
      continue;
    }
    inside = false;
    if (std::regex_search(line, file, std::regex("^" + say("Every digit: %1", R"(\[([^\]]*)\]\()"))))
      tables.back().file = file[1];
  }
  return tables;
}

std::vector<std::string> differences(const ReadTable& shown, const ReadTable& csv) {
  std::vector<std::string> faults;
  std::vector<Rule> rules = rules_of(shown.file);
  if (rules.empty() && shown.file.starts_with("profile-")) rules = profile_rules();
  if (shown.rows.empty()) faults.push_back(shown.file + ": no rows");
  for (const Cells& row : shown.rows) {
    // A table of many epochs shows only some of them.
    const auto match =
        shown.rows.size() == csv.rows.size()
            ? csv.rows.begin() + (&row - shown.rows.data())
            : std::ranges::find(csv.rows, row.front(), [](const Cells& in_file) { return in_file.front(); });
    if (match == csv.rows.end()) {
      faults.push_back(shown.file + ": the row " + row.front() + " is not in the file");
      continue;
    }
    for (std::size_t i = 0; i < shown.header.size(); ++i) {
      const std::string where = shown.file + ", " + row.front() + ", " + shown.header[i] + ": ";
      if (const Rule* rule = rule_for(rules, shown.header[i]); rule != nullptr)
        judge_cell(*rule, csv, *match, row[i], where, faults);
      else
        faults.push_back(where + "this test has no rule for it");
    }
  }
  return faults;
}

std::vector<std::string> report_differences(const std::filesystem::path& folder, int* tables) {
  const std::vector<ReadTable> html = tables_of_html(read_bytes(folder / "report.html"));
  const std::vector<ReadTable> markdown = tables_of_markdown(read_bytes(folder / "report.md"));
  std::vector<std::string> faults;
  std::set<std::string> named;
  int held = 0;
  if (html.size() != markdown.size()) faults.push_back("the pages have different numbers of tables");
  for (std::size_t i = 0; i < std::min(html.size(), markdown.size()); ++i) {
    if (html[i].header != markdown[i].header || html[i].rows != markdown[i].rows || html[i].file != markdown[i].file)
      faults.push_back("table " + std::to_string(i + 1) + " differs between the pages");
  }
  for (const std::vector<ReadTable>* page : {&html, &markdown})
    for (const ReadTable& table : *page) {
      if (table.file.empty()) continue;
      named.insert(table.file);
      ++held;
      for (std::string& fault : differences(table, read_csv(read_bytes(folder / table.file))))
        faults.push_back(std::move(fault));
    }
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".csv" && !named.contains(entry.path().filename().string()))
      faults.push_back(entry.path().filename().string() + " is named in no page");
  if (tables != nullptr) *tables = held;
  return faults;
}

}  // namespace mlplab::test
