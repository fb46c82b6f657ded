#include "tests/reference/stages/second.hpp"

namespace sluice::reference::stages {
namespace {

Lanes in_order(const std::string& letters, const Lanes& v, const ImageFormat& src) {
    Lanes result;
    for (const char letter : letters) {
        const std::size_t at = std::string("rgb").find(letter);
        if (letter == '0')
            result.push_back(0);
        else if (letter == '1' || (letter == 'a' && !src.has_alpha()))
            result.push_back(src.white_value());
        else if (letter == 'a')
            result.push_back(v.back());
        else
            result.push_back(src.colors() == 1 ? v[0] : v[at]);
    }
    return result;
}

}  // namespace

StageReference channels() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        ImageFormat dst = src.format();
        const std::string order = word_of(call.values, "order"), extract = word_of(call.values, "extract");
        const std::string letters = extract != "none" ? extract : order != "keep" ? order : "";
        if (!letters.empty()) {
            dst.channels = static_cast<int>(letters.size());
            dst.grey_alpha = letters.size() == 2 && (letters[1] == 'a' || letters[1] == '1');
            if (dst.colors() != 3) dst.model = Model::rgb;
            const auto of_pixel = [&](const std::vector<Lanes>& v) {
                return in_order(letters, v[0], src.format());
            };
            return {of_pixels({&src}, dst, of_pixel, {.between = Between::corners})};
        }
        const bool has_alpha = call.if_connected(3) != nullptr, merges = call.if_connected(1) != nullptr;
        if (!has_alpha && !merges) return {src};
        std::vector<Bounded> others;
        for (std::size_t port = 1; port < 4; ++port)
            if (const Bounded* other = call.if_connected(port)) {
                const auto first = [&](const std::vector<Lanes>& v) { return Lanes{v[0][0]}; };
                ImageFormat one = other->format();
                one.channels = 1, one.grey_alpha = false;
                others.push_back(
                    as_first(of_pixels({other}, one, first, {.between = Between::corners}), src.format()));
            }
        std::vector<const Bounded*> images{&src};
        for (const Bounded& other : others) images.push_back(&other);
        const int colours =
            merges ? static_cast<int>(others.size()) + (has_alpha ? 0 : 1) : src.format().colors();
        dst.channels = colours + (has_alpha || (!merges && src.format().has_alpha()) ? 1 : 0);
        dst.grey_alpha = dst.channels == 2 && colours == 1;
        if (merges) dst.model = Model::rgb;
        const auto merged = [&](const std::vector<Lanes>& v) {
            Lanes lanes(v[0].begin(), v[0].begin() + (merges ? 1 : colours));
            for (std::size_t i = 1; i < v.size(); ++i) lanes.push_back(v[i][0]);
            return lanes;
        };
        return {of_pixels(images, dst, merged, {.between = Between::corners})};
    }};
}

}  // namespace sluice::reference::stages
