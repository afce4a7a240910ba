// Empty: the library exists for its precompiled headers, which the window's tests share.
