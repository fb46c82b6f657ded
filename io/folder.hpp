// The inputs of a batch: files, folders, lists of files.
#pragma once

#include "pipeline/core/wording.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

struct ListOptions {
    bool recursive = false;  // folders inside of folders too
    // Only files whose name matches (`*`, `?`, `[a-z]`; with a `/` in it the path below the folder has to).
    // "" = all whose extension is that of a picture, also of one that sluice refuses to read. It does not
    // filter files that are named themselves.
    std::string glob;
    std::vector<std::filesystem::path> skip;  // folders that are left out, such as that of the outputs
};

struct InputFile {
    std::string path;      // as it can be opened
    std::string relative;  // below the folder that was named; the name alone of a file that was
    bool plain = false;    // known to be a file and no link
    // A member of a tar archive is named as if the archive were a folder. So many bytes at the end of the
    // names are the member's; 0 = it is a file.
    std::size_t member = 0;

    // What decides on its shard: archives are not divided.
    std::string_view unit() const {
        return std::string_view(relative).substr(0, relative.size() - (member > 0 ? member + 1 : 0));
    }
};

struct Listing {
    struct Fault {
        std::filesystem::path path;
        Wording what;
    };
    std::vector<InputFile> files;  // each path once, sorted bytewise by path
    std::vector<Fault> faults;     // what could not be listed; the rest is there
    std::size_t passed_over =
        0;  // files in folders that are no pictures by their name, or do not match the glob
    std::map<std::string, std::size_t> passed_extensions;  // of these, as they are spelled: ".txt"; "" = none
    std::size_t not_entered = 0;  // folders inside of folders, where those are not wanted
};

// Lists files, folders and tar archives that are named themselves; "-" (stdin) is kept as it is. Hidden files
// and folders (a leading dot) inside of folders are passed over silently; links are followed, each folder
// once; devices and pipes count only when named themselves. Throws nothing but bad_alloc: what is wrong with
// a path is a fault.
Listing list_inputs(const std::vector<std::string>& paths, const ListOptions& options = {});

// The paths in a list: one a line, or each ended by NUL. Empty ones are left out. `path` "-" is stdin.
// Throws Error(input, path).
std::vector<std::string> read_list(const std::string& path, bool nul_separated);

}  // namespace sluice
