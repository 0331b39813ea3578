package dev.symbolicator.sourcemap;

import org.jspecify.annotations.Nullable;

/**
 * The members of one map that describe functions and are not part of ECMA-426, not decoded yet.
 * Indices in them count within that map; {@code place} relates these to the whole index map.
 *
 * @param place the place of the map in the index map that it is a section of
 * @param scopes the member {@code scopes} (proposal "Scopes"); null if absent, like the next two
 * @param functionMappings the member {@code x_com_bloomberg_sourcesFunctionMappings} (pasta)
 * @param facebookSources the member {@code x_facebook_sources} (Metro)
 */
public record MapExtensions(
    SectionPlace place,
    @Nullable JsonSlice scopes,
    @Nullable JsonSlice functionMappings,
    @Nullable JsonSlice facebookSources) {}
