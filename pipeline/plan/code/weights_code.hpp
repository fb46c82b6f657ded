// Text that strategies for weights of columns and rows have in common.
#pragma once

#include "pipeline/plan/code/gather_code.hpp"
#include "pipeline/plan/code/kernel_source.hpp"
#include "pipeline/plan/primitives/row_lines.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sluice {

// Of its tables of weights (gather.clh).
std::vector<KernelSource::Macro> column_macros(const GatherTaps& weights, const std::string& gather);
std::vector<KernelSource::Macro> row_macros(const GatherTaps& weights, const std::string& gather);
// Of a table that says what each line adds to which of so many outputs (row_lines.clh).
void define_lines(GatherCode& code, const char* table, const std::string& outputs, const RowLines& lines);

// So many bytes as words, or as less than one.
std::string word_type(std::size_t bytes);
// What a piece of the image is as words.
std::string words_of_piece(const GatherCode& code);
// PIECE_WORDS and PIECE_VALUE: pieces that come as words. A compiler that is shown bytes takes them apart
// early.
void define_pieces(GatherCode& code, LanesAs as);

// A row y of the image, as elements of a type.
std::string line_of(const GatherCode& code, const std::string& type);
// The statement that says where the rows of a layer begin in memory, or would: <src>_base.
std::string base_of_rows(const std::string& src);

}  // namespace sluice
