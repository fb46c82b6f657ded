#include "pipeline/graph/describe/parts.hpp"

#include "pipeline/core/message.hpp"

#include <algorithm>

namespace sluice {
namespace {

std::string port_type(const PortDecl& port) {
    std::string type = port.is_image() ? "image" : "table";
    if (!port.fields.empty()) type += " of " + listed(port.fields);
    return port.optional ? type + ", optional" : type;
}

}  // namespace

std::string with_params(const StageDef& stage, const std::string& params) {
    return params.empty() ? stage.called() : stage.called() + " " + params;
}

std::string usage(const StageDef& stage) {
    std::string text = stage.called();
    for (std::size_t i = 0; i < stage.params.size(); ++i) {
        const ParamDecl& p = stage.params[i];
        std::string upper = p.name;
        for (char& c : upper)
            if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
        const std::string word = i == 0 ? upper : p.name + "=" + upper;
        text += p.required ? " " + word : " [" + word + "]";
    }
    return text;
}

std::vector<ShownPort> shown(const std::vector<PortDecl>& ports) {
    std::vector<ShownPort> all;
    std::size_t required = 0;
    for (std::size_t i = 0; i < ports.size(); ++i) {
        const PortDecl& port = ports[i];
        const bool goes_on = i > 0 && !port.list.empty() && ports[i - 1].list == port.list;
        required = (goes_on ? required : 0) + (port.optional ? 0 : 1);
        if (!goes_on) {
            all.push_back({port.name, "", port_type(port), port.doc});
            continue;
        }
        all.back().last = port.name;
        all.back().type = "images, " + std::to_string(required) + " at least";
    }
    return all;
}

bool numbers_are_examples(const StageDef& stage) {
    return std::any_of(stage.also.begin(), stage.also.end(), [](const Synonym& synonym) {
        return synonym.params.find_first_of("0123456789") != std::string::npos;
    });
}

}  // namespace sluice
