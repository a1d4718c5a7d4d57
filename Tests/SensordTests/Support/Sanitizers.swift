import Glibc

/// Whether the build checks addresses or threads: what is freed then stays resident for a while.
var isSanitized: Bool {
    dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}
