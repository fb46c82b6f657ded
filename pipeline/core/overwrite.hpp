// What becomes of a file that is in the place of a result: one rule for everything that saves pictures.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/core/overwrite_choice.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// Thrown for a file that was not to be replaced: it was there, or came there while the result was made.
// Error(input) with the path as `where`; its remedies are the values of `overwrite`.
class FileExists : public Error {
public:
    explicit FileExists(const std::filesystem::path& path);
};

// Why a result is not to be written: "exists" or "is up to date". "" when it is: there is no file in its
// place, or one that may be replaced, or something that is written to and not replaced (a device, a pipe). A
// source whose time cannot be told ("-") counts as changed. Throws FileExists with Overwrite::never.
std::string reason_to_keep(const std::filesystem::path& output, Overwrite overwrite,
                           const std::vector<std::filesystem::path>& sources);

// Whether a file was changed before another one. False where the first cannot be looked at, true where only
// the second cannot.
bool is_older(const std::filesystem::path& file, const std::filesystem::path& than);

// A name by which a file is recognised whatever way leads to it: links are followed; the file may not exist.
// Never throws.
std::filesystem::path real_name(const std::filesystem::path& path);

// Whether two paths lead to one file: through links, by other spellings, by hard links, or by upper and lower
// case where the file system does not tell them apart. False where one of them does not exist, unless they
// are spelled alike. "-" is no file.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

// The same, of one file and many others: they are looked at once, and compared only where a name, a link or a
// hard link gives reason to.
class SameFile {
public:
    explicit SameFile(const std::filesystem::path& file);
    bool operator()(std::string_view other) const;

private:
    std::filesystem::path file_;
    std::string name_;  // in lower case
};

}  // namespace sluice
