#include "core/class/class_api.h"

#include <utility>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/class/class_code.h"

namespace mlplab {
namespace {

constexpr const char* html_type = "text/html; charset=utf-8";          // untranslated: HTTP
constexpr const char* css_type = "text/css; charset=utf-8";            // untranslated: HTTP
constexpr const char* script_type = "text/javascript; charset=utf-8";  // untranslated: HTTP

ClassResult refused(int status, std::string_view code) { return {.reply = refusal(status, code)}; }

ClassResult refused(ClassRefusal refusal) {
  switch (refusal) {
    case ClassRefusal::unknown_person:
      return refused(403, "person");
    case ClassRefusal::too_fast:
      return refused(429, "fast");
    case ClassRefusal::locked:
      return refused(409, "locked");
    case ClassRefusal::full:
      return refused(409, "full");
    case ClassRefusal::closed:
      return refused(409, "closed");
    case ClassRefusal::out_of_range:
      return refused(422, "range");
    case ClassRefusal::none:
      break;
  }
  return {.reply = {.body = "{}"}};
}

ClassResult file(const std::string& content, const char* type) { return {.reply = {.type = type, .body = content}}; }

std::string text_member(const nlohmann::json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

HttpReply reply_to_drawing(ClassSession& session, std::uint64_t person, const PhoneDrawing& drawing) {
  DrawingPrediction prediction = session.predictor().predict_strokes(drawing.strokes);
  nlohmann::json json = {{"label", prediction.label < 0 ? nlohmann::json() : nlohmann::json(prediction.label)},
                         {"probabilities", prediction.probabilities},
                         {"network", prediction.network},
                         {"epoch", prediction.epoch}};
  const std::optional<int> drawn = session.take_drawing(person, drawing.asked, std::move(prediction));
  if (!drawn) return refused(session.locked() ? ClassRefusal::locked : ClassRefusal::full).reply;
  json["drawn"] = *drawn;
  return {.body = dump_json(json)};
}

}  // namespace

ClassFiles read_class_files(const std::filesystem::path& resources) {
  const std::filesystem::path folder = resources / "class";
  return {read_file(folder / "class.html"), read_file(folder / "class.css"), read_file(folder / "class.js")};
}

ClassApi::ClassApi(ClassSession& session, ClassFiles files, std::string host)
    : session_(session),
      files_(std::move(files)),
      host_(std::move(host)),
      requests_(class_limits::requests_rate, class_limits::addresses),
      wrong_codes_(class_limits::wrong_codes_rate, class_limits::addresses),
      joins_(class_limits::joins_rate, class_limits::addresses) {}

ClassResult ClassApi::reply_to(const HttpRequest& request, const std::string& address, double now_s) {
  ClassResult result;
  if (!requests_.take(address, now_s)) {
    result = refused(429, "fast");
  } else if (request.host != host_) {
    result = refused(421, "host");
  } else if (!request.origin.empty() && request.origin != "http://" + host_) {
    result = refused(403, "origin");
  } else {
    const std::size_t end = request.path.find('/', 1);
    const std::string first = request.path.substr(1, end == std::string::npos ? end : end - 1);
    const std::string what = end == std::string::npos ? "" : request.path.substr(end + 1);
    const bool open = end == std::string::npos && (first.empty() || first == "class.css" || first == "class.js");
    if (open && request.method != "GET") {
      result = refused(405, "method");
    } else if (first.empty() && open) {
      result = file(files_.html, html_type);
    } else if (open) {
      result = first == "class.css" ? file(files_.css, css_type) : file(files_.script, script_type);
    } else if (is_class_code(first, session_.code())) {
      result = within_class(request, what, address, now_s);
      result.proven = true;
    } else {
      // The page asks for the code once more.
      result = wrong_codes_.take(address, now_s) ? file(files_.html, html_type) : refused(429, "fast");
      if (result.reply.status == 200) result.reply.status = 403;
      result.reply.keep_alive = false;
    }
  }
  result.reply.keep_alive = result.reply.keep_alive && request.keep_alive;
  return result;
}

ClassResult ClassApi::within_class(const HttpRequest& request, const std::string& what, const std::string& address,
                                   double now_s) {
  const bool reads = what.empty() || what == "state" || what == "events";
  if (!reads && what != "join" && what != "guess" && what != "draw") return refused(404, "path");
  if (reads != (request.method == "GET")) return refused(405, "method");
  if (what.empty()) return file(files_.html, html_type);
  if (what == "state") return {.reply = {.body = session_.phone_state()}};
  if (what == "events") return stream(request, now_s);
  if (!request.content_type.starts_with("application/json")) return refused(415, "type");
  const nlohmann::json json = parse_json_or_null(request.body);
  if (!json.is_object()) return refused(400, "json");
  if (what == "join") return join(json, address, now_s);
  return what == "guess" ? guess(json, now_s) : draw(json, now_s);
}

ClassResult ClassApi::join(const nlohmann::json& json, const std::string& address, double now_s) {
  if (!joins_.take(address, now_s)) return refused(429, "fast");
  const std::optional<ClassSession::Joined> joined = session_.join(text_member(json, "name"), now_s);
  if (!joined) return refused(503, "full_class");
  return {.reply = {.body = dump_json(
                        nlohmann::json{{"token", joined->token}, {"seat", joined->seat}, {"drawn", joined->drawn}})}};
}

ClassResult ClassApi::guess(const nlohmann::json& json, double now_s) {
  const auto value = json.find("value"), round = json.find("round");
  if (value == json.end() || !value->is_number() || round == json.end() || !whole_number<int>(*round))
    return refused(400, "guess");
  return refused(session_.guess(text_member(json, "token"), *whole_number<int>(*round), value->get<double>(), now_s));
}

ClassResult ClassApi::draw(const nlohmann::json& json, double now_s) {
  const int classes = static_cast<int>(session_.predictor().class_names().size());
  std::uint64_t person = 0;
  if (const ClassRefusal why = session_.may_draw(text_member(json, "token"), now_s, person); why != ClassRefusal::none)
    return refused(why);
  std::optional<PhoneDrawing> drawing = phone_drawing(json, classes);
  if (!drawing) return refused(422, "drawing");
  if (session_.predictor().quick()) return {.reply = reply_to_drawing(session_, person, *drawing)};
  return {.reply = {}, .later = [&session = session_, person, drawing = std::move(*drawing)] {
            return reply_to_drawing(session, person, drawing);
          }};
}

ClassResult ClassApi::stream(const HttpRequest& request, double now_s) {
  constexpr std::string_view token = "token=";
  if (!request.query.starts_with(token)) return refused(400, "token");
  const std::optional<std::uint64_t> person = session_.open_stream(request.query.substr(token.size()), now_s);
  if (!person) return refused(403, "person");
  return {.reply = {}, .stream_of = person};
}

}  // namespace mlplab
