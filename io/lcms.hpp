// Handles of Little CMS. Only files that are compiled with SLUICE_LCMS include it.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/files/bytes.hpp"

#include <memory>
#include <new>
#include <string>

#include <lcms2.h>

namespace sluice::lcms {

struct Deleter {
    void operator()(cmsToneCurve* curve) const { cmsFreeToneCurve(curve); }
    void operator()(void* profile) const { cmsCloseProfile(profile); }
};
struct TransformDeleter {
    void operator()(void* transform) const { cmsDeleteTransform(transform); }
};
using Profile = std::unique_ptr<void, Deleter>;
using Transform = std::unique_ptr<void, TransformDeleter>;
using Curve = std::unique_ptr<cmsToneCurve, Deleter>;

// What belongs to one conversion, errors too: nothing is shared between threads.
class Context {
public:
    Context() : context_(cmsCreateContext(nullptr, this)) {
        if (context_ == nullptr) throw std::bad_alloc();
        cmsSetLogErrorHandlerTHR(context_, [](cmsContext id, cmsUInt32Number, const char* text) {
            auto* self = static_cast<Context*>(cmsGetContextUserData(id));
            if (self->said_.empty()) self->said_ = text;
        });
    }
    ~Context() { cmsDeleteContext(context_); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    operator cmsContext() const { return context_; }
    // What it said, in parentheses.
    std::string said() const { return said_.empty() ? "" : " (Little CMS: " + said_ + ")"; }

private:
    cmsContext context_;
    std::string said_;
};

[[noreturn]] inline void refuse_broken(const Context& context) {
    throw_input("it is broken" + context.said());
}

inline Profile opened(const Context& context, Bytes bytes) {
    Profile profile(
        cmsOpenProfileFromMemTHR(context, bytes.data(), static_cast<cmsUInt32Number>(bytes.size())));
    if (profile == nullptr) refuse_broken(context);
    return profile;
}

}  // namespace sluice::lcms
