/** Receives bodies, sends answers, limits requests and logs them. Knows no endpoint. */
@NullMarked
package dev.symbolicator.api.http;

import org.jspecify.annotations.NullMarked;
