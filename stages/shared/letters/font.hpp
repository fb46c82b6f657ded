// Fonts: files in the formats TrueType and OpenType.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sluice::stages {

// An open font at one size. One thread at a time.
class Font {
public:
    // `word`: "auto", the path of a file, or the name of one in a font folder of the system, without its
    // extension. `size`: of an em, in pixels. Throws Error(input): there is none, or its file is damaged.
    Font(const std::string& word, double size);
    ~Font();

    const std::string& name() const { return name_; }
    // In pixels.
    double ascent() const;
    double line_height() const;

    // 0 where the font has no such character.
    int glyph(char32_t character) const;
    // From its origin to that of the next glyph; 0 where there is none. In pixels.
    double advance(int glyph, int next) const;

    // Where its pixels are, and how much of each is covered, 0 to 255; its origin lies at a fraction of a
    // pixel. y goes down from the baseline.
    struct Bitmap {
        int left = 0, top = 0, width = 0, height = 0;
        std::vector<std::uint8_t> coverage;
    };
    Bitmap bitmap(int glyph, double fraction) const;

private:
    struct Impl;
    std::string name_;
    std::unique_ptr<Impl> impl_;
};

}  // namespace sluice::stages
