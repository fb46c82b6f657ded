"""conan create packaging/conan: the library of the tree that this recipe is in."""

import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.build import check_min_cppstd
from conan.tools.files import copy, load
from conan.tools.gnu import PkgConfigDeps

TREE = os.path.join("..", "..")
FOLDERS = ("pipeline", "kernels", "io", "stages", "packaging")


class Sluice(ConanFile):
    name = "sluice"
    description = "Image pipelines on OpenCL devices"
    license = "MIT"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    package_type = "library"

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, TREE, "CMakeLists.txt"))
        self.version = re.search(r"project\(sluice VERSION ([0-9.]+)", text).group(1)

    def export_sources(self):
        tree = os.path.join(self.recipe_folder, TREE)
        for pattern in ("CMakeLists.txt", "LICENSE", *(f"{folder}/*" for folder in FOLDERS)):
            copy(self, pattern, tree, self.export_sources_folder)

    def configure(self):
        if self.options.shared:
            self.options.rm_safe("fPIC")

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        self.requires("lcms/[>=2.11]")
        self.requires("libavif/[>=0.11]")
        self.requires("libdeflate/[>=1.10]")
        self.requires("libexif/[>=0.6.24]")
        self.requires("libheif/[>=1.15]")
        self.requires("libjpeg-turbo/[>=2.1]")
        self.requires("libjxl/[>=0.7]")
        self.requires("libpng/[>=1.6]")
        self.requires("libraw/[>=0.20]")
        self.requires("libtiff/[>=4.5]")
        self.requires("libwebp/[>=1.2]")
        self.requires("nlohmann_json/[>=3.9]")
        self.requires("opencl-clhpp-headers/[>=2023]")
        self.requires("opencl-icd-loader/[>=2023]")
        self.requires("openexr/[>=3.1]")
        self.requires("openjpeg/[>=2.5]")
        self.requires("stb/cci.20240531")
        self.requires("yaml-cpp/[>=0.7]")
        self.requires("zlib/[>=1.2]")

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["SLUICE_APPS"] = False
        toolchain.cache_variables["SLUICE_TESTS"] = False
        toolchain.cache_variables["SLUICE_OPENCL"] = "ON"
        toolchain.generate()
        CMakeDeps(self).generate()
        PkgConfigDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "sluice")
        self.cpp_info.set_property("cmake_target_name", "sluice::sluice")
        self.cpp_info.set_property("pkg_config_name", "sluice")
        self.cpp_info.libs = ["sluice"]
        self.cpp_info.system_libs = ["pthread"]
