#include "pipeline/batch/reason.hpp"

#include "pipeline/core/error.hpp"

#include <new>

namespace sluice {

std::string reason_of(const std::exception_ptr& fault, const BatchFile& file, Spelling spelling) {
    try {
        std::rethrow_exception(fault);
    } catch (const Error& error) {
        return (error.where() == file.input.string() ? error.message() : error.text()).in(spelling);
    } catch (const std::bad_alloc&) {
        return "needs more memory than there is";
    } catch (const std::exception& error) {
        return error.what();
    } catch (...) {
        return "failed for an unknown reason";
    }
}

}  // namespace sluice
