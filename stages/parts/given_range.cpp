#include "pipeline/graph/per_channel.hpp"
#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct GivenRange {
    std::vector<double> lo{0}, hi{1};
    bool doubles = false;
    bool parts = false;
    bool data = false;
};

}  // namespace

// A part of normalize.
StageDef given_range() {
    return table_stage<GivenRange>("given_range",
                                   "Provides ranges that the user gave instead of measured ones.")
        .internal()
        .table_out("given", "The ranges.", {"min", "max"})
        .param("lo", &GivenRange::lo, "Lower ends: one for all groups, or one for each.", count(1, 4))
        .param("hi", &GivenRange::hi, "Upper ends, as many as lower ends.", count(1, 4))
        .param("doubles", &GivenRange::doubles, "Compute the ranges in double precision.")
        .param("parts", &GivenRange::parts, "The ends are integers, in parts of a pixel value.")
        .param("data", &GivenRange::data, "Two groups are two channels of data.")
        .layout([](const GivenRange& p, const StageInputs&) {
            const FieldType type = p.parts ? FieldType::i64 : p.doubles ? FieldType::f64 : FieldType::f32;
            TableLayout layout;
            layout.channels = channels_of_given(p.lo.size(), p.data);
            layout.fields = {{"min", type}, {"max", type}};
            return layout;
        })
        .given([](const GivenRange& p, const StageInputs&, Table& given) {
            for (std::size_t channel = 0; channel < p.lo.size(); ++channel) {
                given.set("min", channel, 0, 0, p.lo[channel]);
                given.set("max", channel, 0, 0, p.hi[channel]);
            }
        });
}

}  // namespace sluice::stages
