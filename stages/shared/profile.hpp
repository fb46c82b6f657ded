// Where the parameter `profile` of stages takes colours: a colour space by its name, or an ICC profile by its
// path.
#pragma once

#include "io/colours.hpp"
#include "io/icc.hpp"
#include "pipeline/core/enum_names.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/files/input.hpp"

#include <string>

namespace sluice::stages {

// `word` is no "keep". Throws Error(input) if the file cannot be read, Error(usage) without Little CMS.
inline ColourProfile target_profile(const std::string& word, bool grey) {
    if (const auto colours = from_name<StandardColours>(word)) return standard_profile(*colours, grey);
    constexpr std::size_t most = std::size_t{64} << 20;
    Input file(word);
    const Bytes bytes = file.all(most);
    const bool linear = icc_is_linear(bytes);
    return {{bytes.begin(), bytes.end()}, linear ? Space::linear : Space::encoded};
}

inline bool is_srgb(const std::string& word) {
    return from_name<StandardColours>(word) == StandardColours::srgb;
}

// Why colours of the image cannot be taken there, or "".
inline std::string fault_of_target(const std::string& word, const ImageFormat& image, Intent intent) {
    ColourProfile target;
    try {
        target = target_profile(word, image.colors() == 1);
    } catch (const Error& error) {
        if (error.kind() == Error::Kind::usage) return error.message().text();
        std::string names;
        for (const auto& name : names_of<StandardColours>) names += std::string(name) + ", ";
        return "profile=" + word + " cannot be read: " + error.message().text() + "; it is " + names +
               "or the path of an ICC profile";
    }
    if (const std::string why = icc_refusal(target.icc, image); !why.empty())
        return "the profile " + in_quotes(word) + " cannot be used: " + why;
    return fault_of_profile(image, target, intent);
}

}  // namespace sluice::stages
