#include "apps/child/error_parcel.hpp"

#include <string>
#include <string_view>

namespace sluice::apps {

void pack(isolated::Packing& packing, const Error& error) {
    packing.add_choice(error.kind()).add(std::string_view(error.where())).add(error.message());
}

Error unpack_error(isolated::Unpacking& parcel) {
    const auto kind = static_cast<Error::Kind>(parcel.number());
    const std::string where = parcel.text();
    return Error(kind, where, parcel.wording());
}

}  // namespace sluice::apps
