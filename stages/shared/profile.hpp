// Where the parameter `profile` of stages takes colours: a colour space by its name, or an ICC profile by its
// path.
#pragma once

#include "io/colours.hpp"
#include "io/icc.hpp"
#include "pipeline/core/base64.hpp"
#include "pipeline/core/enum_names.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/files/input.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace sluice::stages {

// Of a parameter: the words that it takes in place of a path.
struct colours_or_path {};
inline void apply(ParamDecl& p, colours_or_path) {
    p.type = ParamType::path;
    p.keywords = {"keep"};
    p.keywords.insert(p.keywords.end(), names_of<StandardColours>.begin(), names_of<StandardColours>.end());
}

// Profiles as parameters of parts: their bytes in base64.
inline std::string text_of_icc(Bytes icc) {
    return base64({reinterpret_cast<const char*>(icc.data()), icc.size()});
}
inline std::vector<std::uint8_t> icc_of_text(const std::string& text) {
    const std::string icc = from_base64(text).value_or("");
    return {icc.begin(), icc.end()};
}

// Whether a table of three sides is part of a conversion.
inline bool is_solid(const ColourConversion& conversion) {
    using Way = ColourConversion::Way;
    return conversion.way() == Way::table || conversion.way() == Way::whole;
}

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
