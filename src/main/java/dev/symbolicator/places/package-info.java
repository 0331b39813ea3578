/**
 * The places where a script's source map may be, asked one after another: uploaded maps, mounted
 * folders, mounted buckets, the web.
 *
 * <p>{@code PlaceSearchTest} and {@code PlaceOrderTest} speak for the order, {@code WebOffTest} for
 * a service that must not ask the web.
 */
@NullMarked
package dev.symbolicator.places;

import org.jspecify.annotations.NullMarked;
