/** HTTP: resources, content codings, problems. */
@NullMarked
package dev.symbolicator.api;

import org.jspecify.annotations.NullMarked;
