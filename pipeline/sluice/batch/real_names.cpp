#include "pipeline/sluice/batch/real_names.hpp"

namespace sluice {

std::optional<FileId> file_id(const std::string& path) {
    struct stat facts {};
    if (::stat(path.c_str(), &facts) != 0) return std::nullopt;
    return FileId{facts.st_dev, facts.st_ino};
}

const RealNames::Folder& RealNames::folder(std::string_view path) {
    if (last_folder_ != nullptr && last_ == path) return *last_folder_;
    last_ = path;
    const auto [at, is_new] = folders_.try_emplace(last_);
    if (is_new) {
        const std::string asked = path.empty() ? "." : last_;
        struct stat facts {};
        at->second = {real_(asked).string(), ::stat(asked.c_str(), &facts) == 0};
    }
    last_folder_ = &at->second;  // nodes stay where they are
    return *last_folder_;
}

RealNames::Look RealNames::look(std::string_view path, bool plain) {
    const std::size_t slash = path.rfind('/');
    const std::string_view name = path.substr(slash == path.npos ? 0 : slash + 1);
    if (name.empty() || name == "." || name == "..") return {real_(path).string(), true, false};
    const Folder& in = folder(slash == 0 ? "/" : path.substr(0, slash == path.npos ? 0 : slash));
    Look found;
    found.may_exist = plain;
    if (!plain && in.exists) {
        struct stat facts {};
        found.may_exist = ::lstat(std::string(path).c_str(), &facts) == 0;
        found.is_link = found.may_exist && S_ISLNK(facts.st_mode);
    }
    found.name = found.is_link ? real_(path).string() : in.name;
    if (!found.is_link) found.name.append(in.name.ends_with('/') ? "" : "/").append(name);
    return found;
}

}  // namespace sluice
