/**
 * Holds all use of Vert.x's internal types, in one place for the next upgrade of Vert.x. Each class
 * says why the public types do not suffice. Knows nothing of the service.
 *
 * <p>{@code ConnectionsTest} speaks for this package, {@code RequestFramingTest} of {@code
 * api.http} for the decoder of requests.
 */
@NullMarked
package dev.symbolicator.vertx;

import org.jspecify.annotations.NullMarked;
