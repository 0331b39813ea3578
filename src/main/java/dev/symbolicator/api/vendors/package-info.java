/**
 * The protocols of uploaders that exist already, translated to uploads of {@code maps.upload}.
 * Decides nothing about maps.
 */
@NullMarked
package dev.symbolicator.api.vendors;

import org.jspecify.annotations.NullMarked;
