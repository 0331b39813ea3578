package dev.symbolicator.profile.json;

/**
 * Some bytes of a text.
 *
 * @param start the offset of the first byte
 * @param end the offset behind the last byte
 */
public record Span(int start, int end) {}
