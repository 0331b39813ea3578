package dev.symbolicator.maps.upload;

import dev.symbolicator.maps.objects.Spool.SpooledBlob;
import org.jspecify.annotations.Nullable;

/**
 * A script or a map of an upload.
 *
 * @param path names the file for people, usually its path in the archive
 * @param url an absolute URL without a fragment, or a path as {@code ~/assets/app.js}, as {@link
 *     ScriptBase} makes them
 * @param role {@link FileRole#SCRIPT} or {@link FileRole#MAP}
 * @param debugId as the uploader says, in lower case with hyphens; null if the uploader says none
 * @param mapUrl of a script, where the uploader says that its map is, relative to the script; null
 *     if the uploader says nothing, so the script's comment counts
 */
public record UploadedFile(
    String path,
    String url,
    FileRole role,
    @Nullable String debugId,
    @Nullable String mapUrl,
    SpooledBlob content) {}
