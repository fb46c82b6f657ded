#include "pipeline/plan/primitives/definitions.hpp"

#include "kernels/kernels.hpp"
#include "pipeline/plan/text.hpp"

#include <map>
#include <mutex>
#include <utility>

namespace sluice {
namespace {

std::string stem_of(const std::string& file) { return file.substr(0, file.rfind('.')); }

// The texts of a pipeline's functions stand in one program: what two of them defined would be there twice.
void check_owners(const std::vector<Signature>& functions, const std::string& own, Diagnostics& faults) {
    for (const std::string& file : kernel_names()) {
        const std::string stem = stem_of(file);
        if (stem.size() <= stem_of(own).size()) continue;
        for (const Signature& function : functions)
            if (function.name.starts_with(stem))
                faults.error({own, function.line, 0}, function.name,
                             cat("names that start with '", stem, "' are those of ", file));
    }
}

std::shared_ptr<const KernelDefinitions> parsed(const std::string& file, const std::string* own) {
    const auto text = kernel_text(file);
    if (!text && own == nullptr) return nullptr;
    auto definitions = std::make_shared<KernelDefinitions>();
    if (text && own != nullptr)
        definitions->faults.error({file, 0, 0}, "",
                                  "sluice has a kernel text with this name; choose another one");
    definitions->defined = parse_definitions(own != nullptr ? *own : *text, file, definitions->faults);
    check_owners(definitions->defined.functions, file, definitions->faults);
    return definitions;
}

}  // namespace

std::shared_ptr<const KernelDefinitions> kernel_definitions(const std::string& file,
                                                            const std::shared_ptr<const std::string>& own) {
    static std::mutex mutex;
    static std::map<std::pair<std::string, std::string>, std::shared_ptr<const KernelDefinitions>> all;
    if (!kernels_are_embedded()) return parsed(file, own.get());
    const std::lock_guard lock(mutex);
    const auto [at, first] = all.try_emplace({file, own ? *own : ""});
    if (first) at->second = parsed(file, own.get());
    return at->second;
}

}  // namespace sluice
