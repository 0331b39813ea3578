package dev.symbolicator.profile.multipart;

import dev.symbolicator.json.JsonText.Span;

/**
 * A part of a form.
 *
 * @param name the parameter {@code name} of its header {@code Content-Disposition}; may be empty
 * @param content the bytes between its headers and the next boundary
 */
record FormPart(String name, Span content) {}
