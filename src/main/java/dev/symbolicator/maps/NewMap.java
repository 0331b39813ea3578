package dev.symbolicator.maps;

import dev.symbolicator.maps.objects.Spool.SpooledBlob;
import org.jspecify.annotations.Nullable;

/**
 * A map to be added to the library, with its script if that is known.
 *
 * @param script as {@link MapEntry#script}
 * @param release as {@link MapEntry#release}
 * @param dist as {@link MapEntry#dist}
 * @param debugId as {@link MapEntry#debugId}
 * @param text null if the map is uploaded alone
 * @param contentSha256 as {@link MapEntry#contentSha256}
 */
public record NewMap(
    String script,
    @Nullable String release,
    @Nullable String dist,
    @Nullable String debugId,
    SpooledBlob map,
    @Nullable SpooledBlob text,
    @Nullable String contentSha256) {}
