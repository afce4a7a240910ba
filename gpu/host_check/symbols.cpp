#include "symbols.h"

#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace host_check {
namespace {

/// 'kernel(float*)::tile' → 'tile'.
std::string plain_name(const char* mangled) {
  int status = 0;
  char* demangled = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
  std::string name = status == 0 ? demangled : mangled;
  std::free(demangled);
  const std::size_t last = name.rfind("::");
  return last == std::string::npos ? name : name.substr(last + 2);
}

/// Where the program's parts were loaded.
int note_segments(dl_phdr_info* info, std::size_t /*size*/, void* data) {
  auto& symbols = *static_cast<Symbols*>(data);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    if (part.p_type == PT_TLS && info->dlpi_tls_data != nullptr) {
      symbols.shared_begin = reinterpret_cast<std::uintptr_t>(info->dlpi_tls_data);
      symbols.shared_end = symbols.shared_begin + part.p_memsz;
    }
    if (part.p_type != PT_LOAD) continue;
    const std::uintptr_t begin = info->dlpi_addr + part.p_vaddr, end = begin + part.p_memsz;
    symbols.program_begin = std::min(symbols.program_begin, begin);
    symbols.program_end = std::max(symbols.program_end, end);
    if ((part.p_flags & PF_W) != 0) symbols.data_begin = begin, symbols.data_end = end;
  }
  return 1;  // the program is the first
}

/// GCC's own, which says whether an array of structures, or a variable of the host, was constructed.
bool is_guard(std::string_view mangled) { return mangled.starts_with("_ZGV"); }

/// Variables of the library that watches, of C++'s, and tables of types.
bool is_foreign(std::string_view mangled) {
  if (mangled.find("host_check") != mangled.npos || mangled.find("host_cuda") != mangled.npos) return true;
  constexpr std::array beginnings{"_ZSt", "_ZNSt", "_ZTV", "_ZTI", "_ZTS", "_ZTT"};
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](const char* begin) { return mangled.starts_with(begin); });
}

void note_symbol(const ElfW(Sym) & symbol, const char* names, Symbols& symbols) {
  const auto type = ELF64_ST_TYPE(symbol.st_info);
  const char* mangled = names + symbol.st_name;
  if (symbol.st_size == 0 || symbol.st_shndx == SHN_UNDEF || is_foreign(mangled)) return;
  if (type == STT_TLS)
    symbols.shared.push_back({is_guard(mangled) ? Space::local : Space::shared, symbols.shared_begin + symbol.st_value,
                              symbol.st_size, plain_name(mangled)});
  else if (type == STT_OBJECT && !is_guard(mangled))
    symbols.variables.push_back({Space::variable, symbol.st_value, symbol.st_size, plain_name(mangled)});
}

/// The program is not loaded anywhere else than it was linked for (-no-pie).
void read_table(const char* image, Symbols& symbols) {
  const auto* head = reinterpret_cast<const ElfW(Ehdr)*>(image);
  const auto* sections = reinterpret_cast<const ElfW(Shdr)*>(image + head->e_shoff);
  for (int i = 0; i < head->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB) continue;
    const auto* table = reinterpret_cast<const ElfW(Sym)*>(image + sections[i].sh_offset);
    const char* names = image + sections[sections[i].sh_link].sh_offset;
    for (std::size_t s = 0; s < sections[i].sh_size / sizeof *table; ++s) note_symbol(table[s], names, symbols);
  }
  const auto before = [](const Piece& a, const Piece& b) { return a.begin < b.begin; };
  std::sort(symbols.shared.begin(), symbols.shared.end(), before);
  std::sort(symbols.variables.begin(), symbols.variables.end(), before);
}

Symbols read_symbols() {
  Symbols symbols;
  ::dl_iterate_phdr(&note_segments, &symbols);
  const int file = ::open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat about {};
  if (file < 0 || ::fstat(file, &about) != 0) return symbols;
  void* image = ::mmap(nullptr, static_cast<std::size_t>(about.st_size), PROT_READ, MAP_PRIVATE, file, 0);
  ::close(file);
  if (image == MAP_FAILED) return symbols;
  read_table(static_cast<const char*>(image), symbols);
  ::munmap(image, static_cast<std::size_t>(about.st_size));
  return symbols;
}

}  // namespace

const Symbols& symbols() {
  static const auto* the_symbols = new Symbols(read_symbols());
  return *the_symbols;
}

const Piece* piece_before(const std::vector<Piece>& pieces, std::uintptr_t address) {
  const auto next = std::upper_bound(pieces.begin(), pieces.end(), address,
                                     [](std::uintptr_t at, const Piece& piece) { return at < piece.begin; });
  return next == pieces.begin() ? nullptr : &*std::prev(next);
}

}  // namespace host_check
