#include "tests/property/variants.hpp"

#include <utility>

namespace sluice::property {
namespace {

Variant variant(std::string name, StorageChoice storage, bool fuse) {
    Variant variant;
    variant.name = std::move(name);
    variant.options.storage = storage;
    variant.options.fuse = fuse;
    return variant;
}

Variant in_strips(std::uint64_t seed) {
    Variant strips = variant("in strips", StorageChoice::buffer, true);
    strips.strips = 3;
    if (seed % 6 == 1) strips.rows = 7;
    if (seed % 6 == 2) strips.rows = 2;
    if (seed % 6 == 3) strips.rows = 1;
    if (strips.rows > 0) strips.name += ", rows " + std::to_string(strips.rows);
    return strips;
}

}  // namespace

std::vector<Variant> variants(std::uint64_t seed) {
    std::vector<Variant> all{variant("fused", StorageChoice::buffer, true),
                             variant("not fused", StorageChoice::buffer, false), in_strips(seed)};
    if (seed % 2 == 1) {
        all.push_back(variant("with images stored", StorageChoice::buffer, true));
        all.back().store = true;
    }
    if (seed % 8 == 6) {
        all.push_back(in_strips(seed));
        all.back().name += ", with images stored";
        all.back().store = true;
    }
    if (seed % 2 == 0) {
        all.push_back(variant("not simplified", StorageChoice::buffer, true));
        all.back().options.simplify = false;
    }
    if (seed % 4 == 1) {
        all.push_back(variant("fused, finished by the last group", StorageChoice::buffer, true));
        all.back().options.finish = FinishBy::last_group;
    }
    if (seed % 8 == 0) all.push_back(variant("fused, image objects", StorageChoice::image, true));
    if (seed % 8 == 3) {
        all.push_back(variant("fused, natural image objects", StorageChoice::natural, true));
        all.back().perhaps = true;
    }
    if (seed % 16 == 11) {
        all.push_back(variant("fused, normalized image objects", StorageChoice::normalized, true));
        all.back().perhaps = true;
    }
    if (seed % 8 == 5) all.push_back(variant("fused, rows", StorageChoice::rows, true));
    if (seed % 8 == 7) all.push_back(variant("fused, planes", StorageChoice::planes, true));
    if (seed % 16 == 1) all.push_back(variant("not fused, image objects", StorageChoice::image, false));
    return all;
}

}  // namespace sluice::property
