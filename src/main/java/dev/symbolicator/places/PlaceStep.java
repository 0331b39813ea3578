package dev.symbolicator.places;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A place, or one of its keys, that was tried for a script.
 *
 * @param place as the configuration spells it
 * @param key the key, such as {@code release and URL}; null if the place has only one
 * @param value what was looked for; null if the profile does not carry this key
 * @param outcome one sentence: what was found, or why nothing was
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlaceStep(
    String place, @Nullable String key, @Nullable String value, String outcome) {}
