/**
 * Receives bodies that may be larger than the memory, and sends their answers. Knows no format by
 * name.
 *
 * <pre>
 * BodyReader            api.http       receives the first MiB, on the event loop
 *  └ LargeUpload        looks at it once, and takes the body over
 *    └ LargeRunner      waits for one of two places, each a thread
 *      └ LargeWork      does all of the following on that thread
 *        ├ BodyStream      api.http       receives the rest as fast as the thread reads
 *        ├ StreamDecoding  content        inflates
 *        ├ TempFile        store          keeps the content in a file without a name
 *        ├ Symbolicator    symbolication  as for other profiles, over the file's bytes
 *        └ LargeAnswer     sends the answer as the client reads
 * </pre>
 *
 * <p>A body of less than 1 MiB, or 256 KiB compressed, is never looked at here: it is kept in
 * memory like any other. {@code LargeBodyTest}, {@code LargeLimitsTest}, {@code LargePlacesTest}
 * and {@code LargeTimeoutTest} speak for this package.
 */
@NullMarked
package dev.symbolicator.api.large;

import org.jspecify.annotations.NullMarked;
