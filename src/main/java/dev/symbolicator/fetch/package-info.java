/** HTTP that is safe to point at URLs that strangers send. */
@NullMarked
package dev.symbolicator.fetch;

import org.jspecify.annotations.NullMarked;
