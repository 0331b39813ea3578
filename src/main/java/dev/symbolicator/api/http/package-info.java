/** Receives bodies and sends answers, limits requests, and logs them. */
@NullMarked
package dev.symbolicator.api.http;

import org.jspecify.annotations.NullMarked;
