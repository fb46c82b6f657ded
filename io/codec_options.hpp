// The options of codecs: merged into one list for `load` and `save`, and the part that one codec uses.
#pragma once

#include "io/codec.hpp"

#include <string>
#include <vector>

namespace sluice {

using OptionsOfCodec = std::vector<ParamDecl> Codec::*;  // &Codec::load_options or &Codec::save_options

// The options of all these codecs: each name once, with the formats that it is for. If codecs declare
// different ranges or choices, the option accepts all of them. If their defaults differ, the default is
// "auto", and each codec uses its own. Throws Error(usage) if the same name has incompatible types.
std::vector<ParamDecl> options_of(const std::vector<Codec>& codecs, OptionsOfCodec options);
// The options of codecs().
const std::vector<ParamDecl>& load_options();
const std::vector<ParamDecl>& save_options();

// Returns the values that one codec uses, converted. Options of other formats are checked but ignored, so
// that one pipeline can serve files of several formats. Throws Error(usage) for a wrong value ("quality 0 is
// outside [1, 100]"), and for an option that no codec has.
Values own_options(const Codec& codec, OptionsOfCodec options, const Values& given);

}  // namespace sluice
