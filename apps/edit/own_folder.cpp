#include "apps/edit/own_folder.hpp"

#include "pipeline/core/error.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace sluice::apps {

OwnFolder::OwnFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "sluice-edit-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
        throw Error(Error::Kind::input, name, "cannot be created: " + std::generic_category().message(errno));
    path_ = name;
}

OwnFolder::~OwnFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace sluice::apps
