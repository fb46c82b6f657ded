// Keywords of a function as options that are declared.
#pragma once

#include "apps/command.hpp"
#include "pipeline/core/declared.hpp"
#include "pipeline/core/value.hpp"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sluice::python {

class Keywords {
public:
    Keywords(apps::Caller caller, Values given) : caller_(std::move(caller)), given_(std::move(given)) {}

    // What was given of these; the others are those of `into`. Throws Error(usage).
    template <class P>
    P of(const Declared<P>& declared, P into = {}) {
        return declared.filled(converted(declared.params()), std::move(into));
    }
    // Of a stage's parameters, by their names, as they were written.
    Values of_stage(const std::string& stage);
    // Throws Error(usage) for a keyword that nobody has asked for.
    void expect_all_taken() const;

private:
    Values converted(const std::vector<ParamDecl>& declared);

    apps::Caller caller_;
    Values given_;
    std::set<std::string> known_;
};

// A TypedDict of that name, with the keywords for these and for the parameters of stages. Its text begins
// with an empty line.
std::string keywords_stub(const std::string& name, std::vector<ParamDecl> declared,
                          const std::vector<std::string>& stages);

}  // namespace sluice::python
