// A stage of an application's whose function hands its pixels to a function of an included file.
#include "pipeline/graph/stage_builder.hpp"
#include "tests/places.hpp"
#include "tests/reference/compare.hpp"
#include "tests/stages/support.hpp"
#include "tests/temporary_folder.hpp"

#include <algorithm>
#include <cstdlib>

using namespace sluice;
using namespace sluice::test;

namespace {

// The built-in kernels and those of stage "tint", which makes a pixel the darker the more of it tint.clh
// takes.
class TintTexts {
public:
    explicit TintTexts(const std::string& taken) {
        std::filesystem::copy(SLUICE_SOURCE_DIR "/kernels", folder_ / "kernels");
        folder_.put("kernels/tint.cl",
                    "#include \"kernels/tint.clh\"\nV tint(V v) { return v * exp(tint_by(v) / -255); }\n");
        folder_.put("kernels/tint.clh", "V tint_by(V v) { return " + taken + "; }\n");
        ::setenv("SLUICE_KERNEL_DIR", (folder_ / "kernels").c_str(), 1);
    }
    ~TintTexts() { ::unsetenv("SLUICE_KERNEL_DIR"); }
    TintTexts(const TintTexts&) = delete;
    TintTexts& operator=(const TintTexts&) = delete;

private:
    TemporaryFolder folder_;
};

Registry with_tint() {
    Registry registry = builtin_stages();
    registry.add(point("tint", "Makes pixels darker.").function("tint").monotone());
    return registry;
}

struct Outcome {
    HostImage image;
    std::vector<std::string> decisions;
};
Outcome run_tinted(const std::string& chain, const ConstHostView& image, bool fuse, bool simplify) {
    const Registry registry = with_tint();
    PlanOptions options;
    options.fuse = fuse;
    options.simplify = simplify;
    Session session(Plan(Graph::from_chain(chain), image.format, device(), options, registry));
    return {session.submit(image).read(), session.plan().decisions};
}

bool evaluates_levels(const std::vector<std::string>& decisions) {
    return std::any_of(decisions.begin(), decisions.end(), [](const std::string& decision) {
        return decision.find("looked up") != std::string::npos ||
               decision.find("looks at") != std::string::npos;
    });
}

}  // namespace

TEST_CASE("what an included file does to lanes is seen: fused as not fused") {
    for (const bool lanewise : {false, true}) {
        CAPTURE(lanewise);
        const TintTexts texts(lanewise ? "v" : "RED(v)");
        for (const std::string chain : {"tint", "tint | normalize"}) {
            CAPTURE(chain);
            const HostImage image = reference::random_image({97, 64, 3, Pixel::u8});
            const Outcome plain = run_tinted(chain, image.view(), false, false);
            const Outcome fused = run_tinted(chain, image.view(), true, true);
            CHECK(evaluates_levels(fused.decisions) == lanewise);
            const auto difference = reference::compare(fused.image.view(), plain.image.view());
            CHECK_MESSAGE(difference.none(), difference.text);
        }
    }
}
