// The examination and its findings, for people and for programs.
#pragma once

#include "apps/doctor/examination.hpp"
#include "apps/doctor/findings.hpp"
#include "apps/json.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sluice::apps {

std::string doctor_text(const Examination& found, const std::vector<Finding>& findings, std::size_t columns);
Json doctor_json(const Examination& found, const std::vector<Finding>& findings);

}  // namespace sluice::apps
