// What codecs take by name: for `load` and `save` in one list, for one codec what it declares.
#pragma once

#include "io/codec.hpp"

#include <string>
#include <vector>

namespace sluice {

using OptionsOfCodec = std::vector<ParamDecl> Codec::*;  // &Codec::load_options or &Codec::save_options

// The options of all these codecs, each name once, with the formats that it is for. Where codecs differ,
// each of their values may be given: numbers and choices of all; "auto" is the default where theirs differ,
// and each has its own. Throws Error(usage) where one name is of types that exclude each other.
std::vector<ParamDecl> options_of(const std::vector<Codec>& codecs, OptionsOfCodec options);
// Those of codecs().
const std::vector<ParamDecl>& load_options();
const std::vector<ParamDecl>& save_options();

// What one codec takes of values for files of any format: its own, converted. Those of other formats mean
// nothing for it, so that one pipeline is for files of several. Throws Error(usage): "quality 0 is outside
// [1, 100]", whatever it is for; and for what no codec takes.
Values own_options(const Codec& codec, OptionsOfCodec options, const Values& given);

}  // namespace sluice
