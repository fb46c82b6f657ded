// The part of a batch that one of several runs does.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace sluice {

struct Shard {
    std::size_t index = 0, count = 1;  // index < count

    bool is_all() const { return count == 1; }
    bool has(std::string_view relative_path) const;
    std::string text() const;  // "2/7"
    bool operator==(const Shard&) const = default;
};

// The shard of a file among `count` of them: FNV-1a of 64 bits over the bytes of its path below the folder of
// the inputs, mixed by the finalizer of MurmurHash3, modulo `count`. Frozen: runs of other versions and on
// other machines rely on it. REQUIRES: count > 0.
std::size_t shard_of(std::string_view relative_path, std::size_t count);

// Returns an environment variable, or "".
using ReadVariable = std::function<std::string(const std::string& name)>;
std::string own_variable(const std::string& name);

// Reads "I/N", counted from 0. "auto" asks the job array or the MPI that started the process. "" is all.
// Throws Error(usage, "batch").
Shard shard_from(const std::string& text, const ReadVariable& variable = own_variable);

}  // namespace sluice
