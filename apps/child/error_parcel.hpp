// An Error as bytes, on its way from a child.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/isolated/parcel.hpp"

namespace sluice::apps {

void pack(isolated::Packing& packing, const Error& error);
Error unpack_error(isolated::Unpacking& parcel);

}  // namespace sluice::apps
