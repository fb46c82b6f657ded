// Why a file failed.
#pragma once

#include "pipeline/batch/batch_file.hpp"
#include "pipeline/core/wording.hpp"

#include <exception>
#include <string>

namespace sluice {

// What an exception says about a file, without the path of its input. Never throws but for lack of memory.
std::string reason_of(const std::exception_ptr& fault, const BatchFile& file, Spelling spelling);

}  // namespace sluice
