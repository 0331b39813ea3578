/** The HTTP resources of uploaded source maps. */
@NullMarked
package dev.symbolicator.api.maps;

import org.jspecify.annotations.NullMarked;
