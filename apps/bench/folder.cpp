#include "apps/bench/folder.hpp"

#include "apps/text_file.hpp"

#include <cstdlib>
#include <string>
#include <system_error>

namespace sluice::apps {

namespace fs = std::filesystem;

Folder::Folder(const Arguments& arguments) : kept_(arguments.has("keep")) {
    if (kept_) {
        path_ = arguments.text("keep");
        expect_writable_folder(path_.string());
        fs::create_directories(path_);
        return;
    }
    std::string name = (fs::temp_directory_path() / "sluice-bench-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
        throw Error(Error::Kind::input, name, "no folder can be made there; TMPDIR names another place");
    path_ = name;
}

Folder::~Folder() {
    std::error_code ignored;
    if (!kept_) fs::remove_all(path_, ignored);
}

}  // namespace sluice::apps
