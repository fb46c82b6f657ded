// Colour profiles for tests, made by Little CMS.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <lcms2.h>

namespace sluice::profiles {

using Bytes = std::vector<std::uint8_t>;

inline Bytes saved(cmsHPROFILE profile) {
    cmsUInt32Number size = 0;
    cmsSaveProfileToMem(profile, nullptr, &size);
    Bytes bytes(size);
    cmsSaveProfileToMem(profile, bytes.data(), &size);
    cmsCloseProfile(profile);
    return bytes;
}

inline cmsHPROFILE opened(const Bytes& bytes) {
    return cmsOpenProfileFromMem(bytes.data(), static_cast<cmsUInt32Number>(bytes.size()));
}

// The colours of Adobe RGB (1998), with a curve for each channel, which this frees.
inline cmsHPROFILE made_wide(std::array<cmsToneCurve*, 3> curves) {
    const cmsCIExyY d65{0.3127, 0.3290, 1};
    const cmsCIExyYTRIPLE primaries{{0.64, 0.33, 1}, {0.21, 0.71, 1}, {0.15, 0.06, 1}};
    const cmsHPROFILE profile = cmsCreateRGBProfile(&d65, &primaries, curves.data());
    for (cmsToneCurve* curve : curves) cmsFreeToneCurve(curve);
    return profile;
}
inline Bytes wide(double gamma) {
    return saved(made_wide(
        {cmsBuildGamma(nullptr, gamma), cmsBuildGamma(nullptr, gamma), cmsBuildGamma(nullptr, gamma)}));
}

// Curves of tables, another one for each channel, as scanners have them.
inline Bytes tabled() {
    std::array<cmsToneCurve*, 3> curves{};
    const std::array<double, 3> gammas{1.7, 2, 2.5};
    for (std::size_t c = 0; c < 3; ++c) {
        cmsToneCurve* gamma = cmsBuildGamma(nullptr, gammas[c]);
        std::vector<cmsUInt16Number> table(256);
        for (std::size_t i = 0; i < table.size(); ++i)
            table[i] = cmsEvalToneCurve16(gamma, static_cast<cmsUInt16Number>(i * 257));
        cmsFreeToneCurve(gamma);
        curves[c] = cmsBuildTabulatedToneCurve16(nullptr, 256, table.data());
    }
    return saved(made_wide(curves));
}

inline Bytes srgb() { return saved(cmsCreate_sRGBProfile()); }

inline Bytes grey(double gamma) {
    cmsToneCurve* curve = cmsBuildGamma(nullptr, gamma);
    const cmsHPROFILE profile = cmsCreateGrayProfile(cmsD50_xyY(), curve);
    cmsFreeToneCurve(curve);
    return saved(profile);
}

// Takes the colours.
inline void write_table(cmsHPROFILE profile, cmsTagSignature tag, cmsStage* colours) {
    cmsPipeline* pipeline = cmsPipelineAlloc(nullptr, 3, 3);
    cmsPipelineInsertStage(pipeline, cmsAT_END, cmsStageAllocToneCurves(nullptr, 3, nullptr));
    cmsPipelineInsertStage(pipeline, cmsAT_END, colours);
    cmsPipelineInsertStage(pipeline, cmsAT_END, cmsStageAllocToneCurves(nullptr, 3, nullptr));
    cmsWriteTag(profile, tag, pipeline);
    cmsPipelineFree(pipeline);
}

// A table of 17^3 colours for each of two intents: those of `wide(2.2)`, and for `perceptual` paler ones.
inline Bytes solid() {
    const cmsHPROFILE from = opened(wide(2.2)), lab = cmsCreateLab4Profile(nullptr);
    const cmsHTRANSFORM transform = cmsCreateTransform(from, TYPE_RGB_16, lab, TYPE_Lab_16,
                                                       INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_NOOPTIMIZE);
    const cmsHPROFILE profile = cmsCreateProfilePlaceholder(nullptr);
    cmsSetProfileVersion(profile, 4.3);
    cmsSetDeviceClass(profile, cmsSigInputClass);
    cmsSetColorSpace(profile, cmsSigRgbData);
    cmsSetPCS(profile, cmsSigLabData);
    cmsWriteTag(profile, cmsSigMediaWhitePointTag, cmsD50_XYZ());
    struct Cargo {
        cmsHTRANSFORM transform;
        bool paler;
    };
    for (const bool paler : {true, false}) {
        Cargo cargo{transform, paler};
        cmsStage* colours = cmsStageAllocCLut16bit(nullptr, 17, 3, 3, nullptr);
        cmsStageSampleCLut16bit(
            colours,
            [](const cmsUInt16Number* in, cmsUInt16Number* out, void* data) {
                const auto* of = static_cast<const Cargo*>(data);
                cmsDoTransform(of->transform, in, out, 1);
                if (of->paler)
                    for (int c = 1; c < 3; ++c)
                        out[c] = static_cast<cmsUInt16Number>(0x8080 + (out[c] - 0x8080) / 2);
                return TRUE;
            },
            &cargo, 0);
        write_table(profile, paler ? cmsSigAToB0Tag : cmsSigAToB1Tag, colours);
    }
    cmsDeleteTransform(transform);
    cmsCloseProfile(from), cmsCloseProfile(lab);
    return saved(profile);
}

// A table of colours from Lab to values of `wide(2.2)`, as printers have it.
inline Bytes printer() {
    const cmsHPROFILE wide_profile = opened(wide(2.2)), lab = cmsCreateLab4Profile(nullptr);
    const cmsHPROFILE profile = cmsCreateProfilePlaceholder(nullptr);
    cmsSetProfileVersion(profile, 4.3);
    cmsSetDeviceClass(profile, cmsSigOutputClass);
    cmsSetColorSpace(profile, cmsSigRgbData);
    cmsSetPCS(profile, cmsSigLabData);
    cmsWriteTag(profile, cmsSigMediaWhitePointTag, cmsD50_XYZ());
    for (const bool back : {false, true}) {
        const cmsHTRANSFORM transform = cmsCreateTransform(
            back ? lab : wide_profile, back ? TYPE_Lab_16 : TYPE_RGB_16, back ? wide_profile : lab,
            back ? TYPE_RGB_16 : TYPE_Lab_16, INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_NOOPTIMIZE);
        cmsStage* colours = cmsStageAllocCLut16bit(nullptr, 33, 3, 3, nullptr);
        cmsStageSampleCLut16bit(
            colours,
            [](const cmsUInt16Number* in, cmsUInt16Number* out, void* by) {
                cmsDoTransform(by, in, out, 1);
                return TRUE;
            },
            transform, 0);
        write_table(profile, back ? cmsSigBToA0Tag : cmsSigAToB0Tag, colours);
        cmsDeleteTransform(transform);
    }
    cmsCloseProfile(wide_profile), cmsCloseProfile(lab);
    return saved(profile);
}

}  // namespace sluice::profiles
