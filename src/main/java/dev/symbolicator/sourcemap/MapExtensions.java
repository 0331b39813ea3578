package dev.symbolicator.sourcemap;

import org.jspecify.annotations.Nullable;

/**
 * Members of one map that ECMA-426 does not define and that tell of functions, as they stand in the
 * JSON text. Indices within them are those of the map they stand in, which {@code place} relates to
 * the whole.
 *
 * @param place where the map belongs in the index map it is a section of
 * @param scopes the member {@code scopes} (proposal "Scopes"), null where it is absent
 * @param functionMappings the member {@code x_com_bloomberg_sourcesFunctionMappings} (pasta)
 * @param facebookSources the member {@code x_facebook_sources} (Metro)
 */
public record MapExtensions(
    SectionPlace place,
    @Nullable JsonSlice scopes,
    @Nullable JsonSlice functionMappings,
    @Nullable JsonSlice facebookSources) {}
