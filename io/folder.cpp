#include "io/folder.hpp"

#include "io/codecs.hpp"
#include "pipeline/core/missing_file.hpp"
#include "pipeline/files/descriptor.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/files/input.hpp"
#include "pipeline/files/tar.hpp"

#include <algorithm>
#include <cerrno>
#include <memory>
#include <set>
#include <system_error>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

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

// A name in a folder, and what the file system says of it beside; DT_UNKNOWN where it says nothing.
struct Entry {
    std::string name;
    unsigned char type;
};

// The names in a folder that are not hidden, in the order of their bytes: of several ways to one folder the
// same is taken on every machine. Sets `fault` where not all can be read.
std::vector<Entry> entries_of(const std::string& folder, std::error_code& fault) {
    std::vector<Entry> entries;
    const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), ::closedir);
    const auto failed = [&] { fault = std::error_code(errno, std::generic_category()); };
    if (!open) {
        failed();
        return entries;
    }
    errno = 0;
    while (const dirent* entry = ::readdir(open.get())) {
        if (entry->d_name[0] != '.') entries.push_back({entry->d_name, entry->d_type});
        errno = 0;
    }
    if (errno != 0) failed();
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.name < b.name; });
    return entries;
}

std::string below(const std::string& folder, const std::string& name) {
    return folder.empty() || folder.ends_with('/') ? folder + name : folder + "/" + name;
}

class Lister {
public:
    explicit Lister(const ListOptions& options) : options_(options) {
        for (const fs::path& folder : options.skip)
            if (FolderId id; identify(folder, id)) visited_.insert(id);
    }

    void add(const std::string& path) {
        if (path == "-") return listing_.files.push_back({path, path});
        std::error_code fault;
        const fs::file_status status = fs::status(path, fault);
        if (status.type() == fs::file_type::not_found && tar_member(path))
            listing_.files.push_back({path, fs::path(path).filename()});
        else if (status.type() == fs::file_type::not_found)
            listing_.faults.push_back({path, missing_file(path)});
        else if (fault)
            listing_.faults.push_back({path, fault.message()});
        else if (fs::is_directory(status))
            walk(path, "");
        else if (is_tar_name(path) && fs::is_regular_file(status))
            open(path);
        else
            listing_.files.push_back({path, fs::path(path).filename()});
    }

    Listing finish() {
        auto& files = listing_.files;
        // Compared as unsigned bytes, whatever the locale.
        const auto before = [](const InputFile& a, const InputFile& b) { return a.path < b.path; };
        if (!std::is_sorted(files.begin(), files.end(), before))
            std::sort(files.begin(), files.end(), before);
        const auto same = [](const InputFile& a, const InputFile& b) { return a.path == b.path; };
        files.erase(std::unique(files.begin(), files.end(), same), files.end());
        return std::move(listing_);
    }

private:
    void walk(const std::string& folder, const std::string& relative) {
        FolderId id;
        if (!identify(folder, id)) {
            listing_.faults.push_back({folder, std::generic_category().message(errno)});
            return;
        }
        // Seen before: a link back to a folder above, one that was named twice, or one to skip.
        if (!visited_.insert(id).second) return;
        std::error_code fault;
        const std::vector<Entry> entries = entries_of(folder, fault);
        if (fault) listing_.faults.push_back({folder, fault.message()});
        // Names may be readable where nothing behind them is.
        const bool enters = ::faccessat(AT_FDCWD, folder.c_str(), X_OK, AT_EACCESS) == 0;
        for (const Entry& entry : entries)
            if (entry.type == DT_REG && enters)
                file(below(folder, entry.name), below(relative, entry.name), true);
            else
                visit(below(folder, entry.name), below(relative, entry.name));
    }

    void visit(const std::string& path, const std::string& relative) {
        std::error_code fault;
        const fs::file_status status = fs::status(path, fault);
        if (fs::is_directory(status)) {
            FolderId id;
            if (options_.recursive)
                walk(path, relative);
            else if (identify(path, id) && visited_.count(id) == 0)
                ++listing_.not_entered;
        } else if (fs::is_regular_file(status)) {
            file(path, relative, false);
        } else if (!wanted(relative)) {
            // It might be a folder, but for a link to nothing.
            if (fault && options_.recursive && status.type() != fs::file_type::not_found)
                return listing_.faults.push_back({path, fault.message()});
            pass_over(path);
        } else if (fault) {
            listing_.faults.push_back({path, fault.message()});
        } else {
            listing_.faults.push_back({path, "is neither a file nor a folder"});
        }
    }

    // A tar archive is listed as a folder.
    void open(const std::string& archive) {
        try {
            const Descriptor file(open_input(archive));
            const std::string name = fs::path(archive).filename().string();
            for (const TarMember& member : tar_members(file.number())) {
                if (fs::path(member.name).filename().native().starts_with('.')) continue;
                const std::size_t before = listing_.files.size();
                this->file(below(archive, member.name), below(name, member.name), true);
                if (listing_.files.size() > before) listing_.files.back().member = member.name.size();
            }
        } catch (const Error& error) {
            listing_.faults.push_back({archive, error.message()});
        }
    }

    void file(std::string path, std::string relative, bool plain) {
        if (wanted(relative))
            listing_.files.push_back({std::move(path), std::move(relative), plain});
        else
            pass_over(path);
    }

    void pass_over(const fs::path& path) {
        ++listing_.passed_over;
        ++listing_.passed_extensions[path.extension().string()];
    }

    bool wanted(const std::string& relative) const {
        if (options_.glob.empty()) return is_picture_extension(extension_of(relative));
        const bool whole = options_.glob.find('/') != std::string::npos;
        const char* subject = relative.c_str() + (whole ? 0 : relative.rfind('/') + 1);
        return ::fnmatch(options_.glob.c_str(), subject, 0) == 0;
    }

    const ListOptions& options_;
    Listing listing_;
    std::set<FolderId> visited_;
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
