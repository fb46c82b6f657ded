// A format whose library no machine has.
#include "io/codec.hpp"

namespace sluice::formats {

std::vector<Codec> absent() {
    Codec codec;
    codec.name = "ABSENT";
    codec.extensions = {"abs"};
    codec.probe = [](Bytes head) { return has_magic(head, "ABS1"); };
#ifdef SLUICE_LACKS
    codec.missing = SLUICE_LACKS;
#endif
    return {codec};
}

}  // namespace sluice::formats
