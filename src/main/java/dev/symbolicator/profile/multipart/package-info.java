/** Forms of several parts, of which one is a trace. */
@NullMarked
package dev.symbolicator.profile.multipart;

import org.jspecify.annotations.NullMarked;
