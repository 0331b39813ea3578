package dev.symbolicator.maps.upload;

import org.jspecify.annotations.Nullable;

/**
 * The options of an upload.
 *
 * @param release null for an upload without a release
 * @param dist Sentry's distribution of the release; null if none
 * @param isDryRun whether only to say what would happen
 * @param isStrict whether to keep nothing unless every script will resolve
 */
public record UploadOptions(
    @Nullable String release, @Nullable String dist, boolean isDryRun, boolean isStrict) {}
