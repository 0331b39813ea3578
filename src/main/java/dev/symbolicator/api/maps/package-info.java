/**
 * The HTTP resources of uploaded source maps: taking, listing, explaining and deleting. Tokens and
 * parameters are checked before a body is received.
 *
 * <p>{@code SourceMapsTest} and {@code BuildsTest} speak for the resources, {@code UploadBodyTest}
 * for slow and broken bodies, {@code UploadShTest} for the program that uploads.
 */
@NullMarked
package dev.symbolicator.api.maps;

import org.jspecify.annotations.NullMarked;
