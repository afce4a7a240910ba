// The one exception type of the program. A message is one sentence a user can act on; it names the file or option.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace mlplab {

/// The kind of an error, as the terminal program's exit code (app/cli).
enum class Failure : int { other = 1, usage = 2, input = 3, backend = 4, diverged = 5 };

class Error : public std::runtime_error {
 public:
  Error(Failure failure, const std::string& message) : std::runtime_error(message), failure_(failure) {}
  Failure failure() const noexcept { return failure_; }

 private:
  Failure failure_;
};

/// A data, model, spec or run file (or folder) that cannot be read, written or understood.
struct InputError : Error {
  explicit InputError(const std::string& message) : Error(Failure::input, message) {}
};

/// An option or name that does not exist or is out of its range; the message lists what is valid. `field` names the
/// member of a run's spec that is wrong, as in its JSON ('batch', 'optimizer.learning_rate', 'options.placement'), so
/// that a form can show the sentence beside it; '' where it is none of them.
class UsageError : public Error {
 public:
  explicit UsageError(const std::string& message, std::string field = {})
      : Error(Failure::usage, message), field_(std::move(field)) {}
  const std::string& field() const noexcept { return field_; }

 private:
  std::string field_;
};

/// A backend that exists but cannot run here, or that failed while running (out of memory, device lost).
struct BackendError : Error {
  explicit BackendError(const std::string& message) : Error(Failure::backend, message) {}
};

}  // namespace mlplab
