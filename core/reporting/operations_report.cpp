#include "core/reporting/operations_report.h"

#include <algorithm>
#include <cmath>

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/base/unreachable.h"
#include "core/operations/study_members.h"

namespace mlplab {
namespace {

constexpr const char* no_figure = "–";

bool is_measured(const MeasuredOperation* point) { return point != nullptr && std::isfinite(point->time_s); }

/// In the order of the variants, without those that time themselves, with another clock.
std::vector<const MeasuredOperation*> compared_points(const OperationStudy& study, int n) {
  std::vector<const MeasuredOperation*> points;
  for (const Variant& variant : study.variants)
    if (const MeasuredOperation* point = study.find(variant.id, n); is_measured(point) && !variant.measure)
      points.push_back(point);
  return points;
}

/// Medians that are closer than the spreads of both are not.
bool told_apart(const MeasuredOperation& faster, const MeasuredOperation& slower) {
  const auto noise_s = [](const MeasuredOperation& point) {
    return std::isfinite(point.spread) ? point.time_s * point.spread : 0.0;
  };
  return slower.time_s - faster.time_s > noise_s(faster) + noise_s(slower);
}

}  // namespace

Table operation_times(const OperationStudy& study) {
  Table table{{say("variant")}, {}};
  const std::vector<int> sizes = study.sizes();
  for (const int n : sizes) table.header.push_back("n = " + std::to_string(n));
  for (const Variant& variant : study.variants) {
    std::vector<std::string> row = {variant.title};
    bool any = false;
    for (const int n : sizes) {
      const MeasuredOperation* point = study.find(variant.id, n);
      any |= is_measured(point);
      row.push_back(is_measured(point) ? duration(point->time_s) : no_figure);
    }
    if (any) table.rows.push_back(std::move(row));
  }
  return table;
}

std::optional<int> compared_size(const OperationStudy& study) {
  std::optional<int> best;
  std::ptrdiff_t most = 0;
  for (const int n : study.sizes()) {
    const auto measured = std::ranges::count_if(
        study.points, [n](const MeasuredOperation& point) { return point.n == n && is_measured(&point); });
    if (measured > 0 && measured >= most) best = n, most = measured;
  }
  return best;
}

Table operation_comparison(const OperationStudy& study, int n, bool product) {
  Table table{{say("variant"), say("time"), say("spread"), say("repeats"), say("times as fast")}, {}};
  double first_s = not_known;
  for (const Variant& variant : study.variants) {
    const MeasuredOperation* point = study.find(variant.id, n);
    if (!is_measured(point)) continue;
    if (!std::isfinite(first_s)) {
      first_s = point->time_s;
      table.header.back() = say("times as fast as '%1'", variant.title);
    }
    table.rows.push_back({variant.title, duration(point->time_s),
                          std::isfinite(point->spread) ? percent(point->spread) : no_figure,
                          std::to_string(point->repeats), significant(first_s / point->time_s) + "×"});
    if (product) table.rows.back().push_back(significant(1e-9 * product_operations(n) / point->time_s));
  }
  if (product) table.header.emplace_back("GFLOP/s");
  return table;
}

double greatest_gain(const OperationStudy& study, int n) {
  const std::vector<const MeasuredOperation*> points = compared_points(study, n);
  if (points.size() < 2) return not_known;
  return points.front()->time_s / (*std::ranges::min_element(points, {}, &MeasuredOperation::time_s))->time_s;
}

std::string fastest_sentence(const OperationStudy& study, int n) {
  std::vector<const MeasuredOperation*> points = compared_points(study, n);
  if (points.size() < 2) return {};
  const MeasuredOperation& first = *points.front();
  std::ranges::sort(points, {}, &MeasuredOperation::time_s);
  const MeasuredOperation& best = *points.front();
  const auto title = [&](const MeasuredOperation& point) { return study.variant(point.variant)->title; };
  std::vector<std::string> unbeaten;  // variants that none is known to beat
  for (auto point = points.begin(); point != points.end(); ++point)
    if (std::none_of(points.begin(), point, [&](const auto* faster) { return told_apart(*faster, **point); }))
      unbeaten.push_back(say("'%1'", title(**point)));
  if (unbeaten.size() > 1)
    return say("At n = %1, %2 differ by less than the noise of the repeats.", n, listed(unbeaten));
  const std::string fastest = &best == &first ? say("At n = %1 the fastest is '%2'.", n, title(best))
                                              : say("At n = %1 the fastest is '%2', %3 times as fast as '%4'.", n,
                                                    title(best), significant(first.time_s / best.time_s), title(first));
  const bool known = std::ranges::all_of(points, [](const auto* point) { return std::isfinite(point->spread); });
  return known ? fastest : say("%1 The spread of a single repeat is not known.", fastest);
}

std::vector<std::string> operation_notes(const OperationStudy& study) {
  std::vector<std::string> notes;
  for (const Variant& variant : study.variants) {
    const MeasuredOperation* first = nullptr;  // the first without a time tells why; from it on there is mostly none
    for (const MeasuredOperation& point : study.points) {
      if (point.variant != variant.id || point.why_not.empty()) continue;
      if (point.wrong || first == nullptr) {
        notes.push_back(!variant.why_not.empty() ? say("%1: %2", variant.title, point.why_not)
                                                 : say("%1, n = %2: %3", variant.title, point.n, point.why_not));
      }
      first = &point;
    }
  }
  return notes;
}

Table published_times(const std::vector<PublishedOperationCurve>& curves) {
  Table table{{say("published")}, {}};
  std::vector<int> sizes;
  for (const PublishedOperationCurve& curve : curves) sizes.insert(sizes.end(), curve.n.begin(), curve.n.end());
  std::ranges::sort(sizes);
  sizes.erase(std::ranges::unique(sizes).begin(), sizes.end());
  for (const int n : sizes) table.header.push_back("n = " + std::to_string(n));
  for (const PublishedOperationCurve& curve : curves) {
    std::vector<std::string> row = {say(curve.name)};
    for (const int n : sizes) {
      const auto found = std::ranges::find(curve.n, n);
      row.push_back(found == curve.n.end()
                        ? no_figure
                        : duration(curve.total_s[static_cast<std::size_t>(found - curve.n.begin())]));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table embedding_table(const EmbeddingStudy& study) {
  const bool processes = study.pool_of == PoolOf::processes;
  Table table{{processes ? say("processes") : say("threads"), say("time"), say("spread"), say("speedup"),
               say("ceiling by packets"), say("bits")},
              {}};
  if (!study.points.empty())
    table.header[3] = say("speedup over %1", pool_in_words(study.pool_of, study.points.front().workers));
  for (const EmbeddingPoint& point : study.points)
    table.rows.push_back({std::to_string(point.workers), duration(point.time_s),
                          std::isfinite(point.spread) ? percent(point.spread) : no_figure,
                          significant(point.speedup) + "×", significant(point.ceiling) + "×",
                          !point.identical   ? say("not compared")
                          : *point.identical ? say("equal")
                                             : say("differ")});
  if (!processes) return table;
  table.header.insert(table.header.begin() + 1, say("start, not in the time"));
  for (std::size_t i = 0; i < study.points.size(); ++i)
    table.rows[i].insert(table.rows[i].begin() + 1, duration(study.points[i].start_s));
  return table;
}

std::string phase_in_words(PoolPhase phase) {
  switch (phase) {
    case PoolPhase::detection:
      return say("detection");
    case PoolPhase::embedding:
      return say("embedding");
    case PoolPhase::distances:
      return say("distances");
  }
  unreachable();
}

Table phase_table(const EmbeddingStudy& study) {
  Table table{{say("phase")}, {}};
  for (const EmbeddingPoint& point : study.points) table.header.push_back(pool_in_words(study.pool_of, point.workers));
  table.header.push_back(say("the whole gains by it at most"));
  for (const auto& [phase, name] : phase_names) {
    if (study.points.empty() || study.points.front().phase(phase).times_s.empty()) continue;
    std::vector<std::string> row = {phase_in_words(phase)};
    for (const EmbeddingPoint& point : study.points) {
      const PhasePoint& timed = point.phase(phase);
      row.push_back(say("%1, %2×", duration(timed.time_s), significant(timed.speedup)));
    }
    row.push_back(significant(most_by(study, phase)) + "×");
    table.rows.push_back(std::move(row));
  }
  return table;
}

namespace {

void add_faces(std::vector<std::string>& sentences, const EmbeddingStudy& study) {
  if (!study.faces) return;
  const FaceCount& count = *study.faces;
  sentences.push_back(say("%1 in %2: %3 found, cut out and counted.",
                          count_of(static_cast<long long>(count.photographs), "photograph"),
                          count_of(static_cast<long long>(count.packets), "packet"),
                          count_of(static_cast<long long>(study.images), "face")));
  if (!count.without.empty())
    sentences.push_back(say("No face was found in %1: %2.",
                            count_of(static_cast<long long>(count.without.size()), "photograph"),
                            in_one_line(count.without)));
  for (const std::string& why : count.unreadable) sentences.push_back(say("Not looked at: %1.", why));
}

void add_phases(std::vector<std::string>& sentences, const EmbeddingStudy& study) {
  std::vector<std::string> shares;
  std::optional<PoolPhase> longest;
  const EmbeddingPoint& first = study.points.front();
  for (const auto& [phase, name] : phase_names) {
    const double most = most_by(study, phase);
    if (std::isnan(most)) continue;
    shares.push_back(say("%1 %2", phase_in_words(phase), percent(1.0 - 1.0 / most)));
    if (!longest || first.phase(phase).time_s > first.phase(*longest).time_s) longest = phase;
  }
  if (!longest) return;
  sentences.push_back(
      say("With %1 the phases take: %2.", pool_in_words(study.pool_of, first.workers), mlplab::listed(shares)));
  sentences.push_back(say("A pool that made the %1 alone faster would gain %2× at most, by Amdahl's law.",
                          phase_in_words(*longest), significant(most_by(study, *longest))));
}

/// The whole, over all sizes of the pool: as the page Scale fits a law, and as little where there are too few sizes.
void add_law(std::vector<std::string>& sentences, const EmbeddingStudy& study) {
  if (study.points.size() < 2) return;
  const ScalingFit fit = law_of(study);
  switch (fit.model) {
    case ScalingModel::amdahl:
      sentences.push_back(std::isfinite(fit.limit)
                              ? say("By Amdahl's law %1 of the time on one worker is serial: no pool gets beyond %2×.",
                                    percent(fit.f), significant(fit.limit))
                              : say("By Amdahl's law no serial part can be told from zero: within these times the work "
                                    "divides fully."));
      sentences.push_back(first_letter_up(fit.why) + ".");
      return;
    case ScalingModel::amdahl_overhead:
      sentences.push_back(say("By Gunther's law %1 of the time on one worker is serial, and the peak is at about %2.",
                              percent(fit.sigma), count_of(std::llround(fit.peak_workers), "worker")));
      sentences.push_back(first_letter_up(fit.why) + ".");
      return;
    case ScalingModel::gustafson:
    case ScalingModel::none:
      sentences.push_back(say("No law was fitted: %1.", fit.why));
      return;
  }
  unreachable();
}

}  // namespace

std::vector<std::string> embedding_sentences(const EmbeddingStudy& study) {
  if (study.points.empty()) return {};
  std::vector<std::string> sentences;
  add_faces(sentences, study);
  sentences.push_back(say("%1 in %2 of %3; %4 each; %5 of distances.",
                          count_of(static_cast<long long>(study.images), "image"),
                          count_of(static_cast<long long>(study.packets), "packet"), study.packet,
                          count_of(study.dimensions, "number"), count_of(static_cast<long long>(study.pairs), "pair")));
  if (study.pool_of == PoolOf::processes) {
    const EmbeddingPoint& largest = *std::ranges::max_element(study.points, {}, &EmbeddingPoint::workers);
    sentences.push_back(
        say("The workers are processes: the clock runs from the first packet until this program has every distance. "
            "Starting them is not in the times (%1: %2).",
            pool_in_words(study.pool_of, largest.workers), duration(largest.start_s)));
  } else {
    sentences.push_back(say("The workers are threads of this program, and starting them is in the time."));
  }
  if (differs(study))
    sentences.push_back(say("The pools did not give the same bits: that is a fault."));
  else if (study.points.size() > 1)
    sentences.push_back(say("Every pool gave the same embeddings and the same distances, bit by bit."));
  else
    sentences.push_back(say("There is one pool, and no other to compare its bits with."));
  add_phases(sentences, study);
  add_law(sentences, study);
  return sentences;
}

std::string published_embedding_sentence(const PublishedOperations& study) {
  const PublishedEmbeddings& published = *study.embeddings;
  return say("Published by %1, on %2: %3 images in %4 packets, 1 process %5, %6 processes %7: %8× of at most %9×.",
             study.publisher, study.machine, std::to_string(published.images), std::to_string(published.packets),
             duration(published.serial_s), std::to_string(published.workers), duration(published.parallel_s),
             significant(published.speedup(), 4),
             significant(packet_ceiling(static_cast<std::size_t>(published.packets), published.workers)));
}

nlohmann::ordered_json embedding_study_json(const EmbeddingStudy& study) {
  MembersWriter<nlohmann::ordered_json> file;
  embedding_members(file, study);
  file.plain("warnings", in_words(study.warnings));
  if (study.faces) file.object("faces", *study.faces, face_members);
  nlohmann::ordered_json json = std::move(file.json);
  if (study.points.size() < 2) return json;
  const ScalingFit fit = law_of(study);
  json["law"] = {{"model", to_string(fit.model)},
                 {"serial", finite_or_null<nlohmann::ordered_json>(fit.f)},
                 {"limit", finite_or_null<nlohmann::ordered_json>(fit.limit)},
                 {"workers", fit.used},
                 {"why", fit.why}};
  return json;
}

nlohmann::ordered_json operation_study_json(const OperationStudy& study) {
  nlohmann::ordered_json variants = nlohmann::ordered_json::array(), points = nlohmann::ordered_json::array();
  for (const Variant& variant : study.variants)
    variants.push_back(
        {{"id", variant.id}, {"title", variant.title}, {"workers", variant.workers}, {"device", variant.device}});
  for (const MeasuredOperation& point : study.points)
    points.push_back(json_of<nlohmann::ordered_json>(point, operation_members));
  return {{"variants", variants}, {"points", points}, {"warnings", in_words(study.warnings)}};
}

nlohmann::ordered_json published_curves_json(const std::vector<PublishedOperationCurve>& curves) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const PublishedOperationCurve& curve : curves) {
    list.push_back({{"name", curve.name}, {"device", curve.device}, {"n", curve.n}, {"total_s", curve.total_s}});
    if (!curve.product_s.empty()) list.back()["product_s"] = curve.product_s;
  }
  return list;
}

}  // namespace mlplab
