internal import CLibUV

/// Closes a handle and frees its memory when libuv has let go of it, later in the loop.
///
/// The owner forgets the handle at this call: cancelled and freed are two moments.
@unsafe
func closeAndFree<Handle>(_ handle: UnsafeMutablePointer<Handle>) {
    let raw = UnsafeMutableRawPointer(handle)
    unsafe uv_close(raw.assumingMemoryBound(to: uv_handle_t.self)) { closed in
        unsafe UnsafeMutableRawPointer(closed)?.deallocate()
    }
}

/// Lets the loop end although the handle is active.
@unsafe
func unreference<Handle>(_ handle: UnsafeMutablePointer<Handle>) {
    unsafe uv_unref(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self))
}

/// Lets the handle keep the loop alive again.
@unsafe
func reference<Handle>(_ handle: UnsafeMutablePointer<Handle>) {
    unsafe uv_ref(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self))
}
