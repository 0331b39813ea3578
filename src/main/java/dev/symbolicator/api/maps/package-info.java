/**
 * The HTTP resources of uploaded source maps.
 *
 * <p>{@code SourceMapsTest} has the answers, {@code MixedBuildsTest} which map a profile gets.
 */
@NullMarked
package dev.symbolicator.api.maps;

import org.jspecify.annotations.NullMarked;
