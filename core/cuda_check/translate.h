// A student's .cu as C++ for g++: kernel<<<grid, block>>>(arguments) becomes a call, and extern __shared__ a pointer.
// Every line keeps its number. Everything else of CUDA's is words that gpu/host_check/words has. To understand more: a
// step in translate_cuda().
#pragma once

#include <string>
#include <string_view>

namespace mlplab {

/// `name` of the file, for the compiler's messages. Throws InputError: a launch that is not written
/// kernel<<<…>>>(…), or a part of CUDA that the host does not have, with the line.
std::string translate_cuda(std::string_view source, const std::string& name);

/// The source with blanks in place of comments and of what stands in quotes; lines and lengths stay.
std::string without_texts(std::string_view source);

/// A character of names and numbers.
bool is_of_name(char c);

}  // namespace mlplab
