#include "apps/text_file.hpp"

#include "apps/terminal/messages.hpp"
#include "pipeline/files/atomic_file.hpp"

namespace sluice::apps {

void write_text(const std::string& path, const std::string& text) {
    if (path == "-") return print(text);
    try {
        write_file(path, as_bytes(text));
    } catch (const Error& error) {
        throw Error(error.kind(), path, error.message());
    }
}

}  // namespace sluice::apps
