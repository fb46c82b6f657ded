#include "pipeline/isolated/segment.hpp"

#include <new>

#include <fcntl.h>
#include <sys/mman.h>

namespace sluice::isolated {

// Who could make it shorter would end the other process by its next access.
Segment::Segment(std::size_t bytes)
    : file_(::memfd_create("sluice-pixels", MFD_CLOEXEC | MFD_ALLOW_SEALING)), bytes_(bytes) {
    if (!file_ || ::ftruncate(file(), static_cast<off_t>(bytes)) != 0 ||
        ::fcntl(file(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        throw std::bad_alloc();
    map(file());
}

Segment::Segment(const Descriptor& file, std::size_t bytes) : bytes_(bytes) { map(file.number()); }

Segment::~Segment() { ::munmap(data_, bytes_); }

void Segment::map(int file) {
    void* const found = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (found == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<std::byte*>(found);
}

void Segment::clear() const { ::madvise(data_, bytes_, MADV_REMOVE); }

}  // namespace sluice::isolated
