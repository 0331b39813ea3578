/**
 * The places where a script's source map may be, asked one after another: uploaded maps, mounted
 * folders, mounted buckets, the web. A place with another build than the profile's is passed over.
 *
 * <p>Tests: PlaceOrderTest, PlaceSearchTest, UploadsChangeTest.
 */
@NullMarked
package dev.symbolicator.places;

import org.jspecify.annotations.NullMarked;
