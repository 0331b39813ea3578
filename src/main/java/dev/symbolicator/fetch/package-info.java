/** Fetches URLs that strangers send, safely. */
@NullMarked
package dev.symbolicator.fetch;

import org.jspecify.annotations.NullMarked;
