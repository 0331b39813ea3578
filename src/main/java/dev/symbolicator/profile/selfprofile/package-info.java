/** The trace of the JS Self-Profiling API. */
@NullMarked
package dev.symbolicator.profile.selfprofile;

import org.jspecify.annotations.NullMarked;
