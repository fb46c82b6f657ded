#include "io/folder.hpp"

#include "io/codecs.hpp"
#include "pipeline/core/missing_file.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/files/input.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fnmatch.h>
#include <sys/stat.h>

namespace sluice {
namespace {

namespace fs = std::filesystem;

using FolderId = std::pair<dev_t, ino_t>;

bool identify(const fs::path& folder, FolderId& id) {
    struct stat facts {};
    if (::stat(folder.c_str(), &facts) != 0) return false;
    id = {facts.st_dev, facts.st_ino};
    return true;
}

class Lister {
public:
    explicit Lister(const ListOptions& options) : options_(options) {
        for (const fs::path& folder : options.skip)
            if (FolderId id; identify(folder, id)) visited_.push_back(id);
    }

    void add(const fs::path& path) {
        if (path == "-") return listing_.files.push_back({path, path});
        std::error_code fault;
        const fs::file_status status = fs::status(path, fault);
        if (status.type() == fs::file_type::not_found)
            listing_.faults.push_back({path, missing_file(path)});
        else if (fault)
            listing_.faults.push_back({path, fault.message()});
        else if (fs::is_directory(status))
            walk(path, "");
        else
            listing_.files.push_back({path, path.filename()});
    }

    Listing finish() {
        auto& files = listing_.files;
        // The native strings, compared as unsigned bytes whatever the locale.
        std::sort(files.begin(), files.end(),
                  [](const InputFile& a, const InputFile& b) { return a.path.native() < b.path.native(); });
        const auto same = [](const InputFile& a, const InputFile& b) {
            return a.path.native() == b.path.native();
        };
        files.erase(std::unique(files.begin(), files.end(), same), files.end());
        return std::move(listing_);
    }

private:
    void walk(const fs::path& folder, const fs::path& relative) {
        FolderId id;
        if (!identify(folder, id)) {
            listing_.faults.push_back({folder, std::generic_category().message(errno)});
            return;
        }
        // Seen before: a link back to a folder above, one that was named twice, or one to skip.
        if (std::find(visited_.begin(), visited_.end(), id) != visited_.end()) return;
        visited_.push_back(id);

        std::error_code fault;
        std::vector<fs::path> names;
        for (fs::directory_iterator at(folder, fault), end; !fault && at != end; at.increment(fault))
            names.push_back(at->path().filename());
        if (fault) listing_.faults.push_back({folder, fault.message()});
        // In order, so that of several ways to one folder the same is taken on every machine.
        std::sort(names.begin(), names.end(),
                  [](const fs::path& a, const fs::path& b) { return a.native() < b.native(); });
        for (const fs::path& name : names)
            if (name.native().front() != '.') visit(folder / name, relative / name);
    }

    void visit(const fs::path& path, const fs::path& relative) {
        std::error_code fault;
        const fs::file_status status = fs::status(path, fault);
        if (fs::is_directory(status)) {
            FolderId id;
            if (options_.recursive)
                walk(path, relative);
            else if (identify(path, id) && std::find(visited_.begin(), visited_.end(), id) == visited_.end())
                ++listing_.not_entered;
        } else if (!wanted(relative)) {
            // It might be a folder, but for a link to nothing.
            if (fault && options_.recursive && status.type() != fs::file_type::not_found)
                return listing_.faults.push_back({path, fault.message()});
            ++listing_.passed_over;
            ++listing_.passed_extensions[path.extension().string()];
        } else if (fault) {
            listing_.faults.push_back({path, fault.message()});
        } else if (fs::is_regular_file(status)) {
            listing_.files.push_back({path, relative});
        } else {
            listing_.faults.push_back({path, "is neither a file nor a folder"});
        }
    }

    bool wanted(const fs::path& relative) const {
        if (options_.glob.empty()) return is_picture_extension(extension_of(relative.native()));
        const bool whole = options_.glob.find('/') != std::string::npos;
        const fs::path& subject = whole ? relative : relative.filename();
        return ::fnmatch(options_.glob.c_str(), subject.c_str(), 0) == 0;
    }

    const ListOptions& options_;
    Listing listing_;
    std::vector<FolderId> visited_;
};

}  // namespace

Listing list_inputs(const std::vector<std::string>& paths, const ListOptions& options) {
    Lister lister(options);
    for (const std::string& path : paths) lister.add(path);
    return lister.finish();
}

std::vector<std::string> read_list(const std::string& path, bool nul_separated) {
    constexpr std::size_t limit = std::size_t{1} << 30;
    std::vector<std::string> list;
    std::string item;
    const auto finish = [&] {
        if (!nul_separated && item.ends_with('\r')) item.pop_back();
        if (!item.empty()) list.push_back(std::move(item));
        item.clear();
    };
    try {
        Input input(path);
        for (const std::uint8_t byte : input.all(limit)) {
            const char c = static_cast<char>(byte);
            if (c == (nul_separated ? '\0' : '\n'))
                finish();
            else
                item += c;
        }
    } catch (const Error& error) {
        throw Error(error.kind(), input_name(path), error.message());
    }
    finish();
    return list;
}

}  // namespace sluice
