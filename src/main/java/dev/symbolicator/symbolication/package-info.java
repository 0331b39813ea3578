/** The use case: a profile in, a profile and a report out. */
@NullMarked
package dev.symbolicator.symbolication;

import org.jspecify.annotations.NullMarked;
