/**
 * The text of {@code Error.stack}, as a body of its own or as a member of a JSON object. All other
 * text stays.
 *
 * <p>{@code StackTextFormatTest} and {@code StackTextFuzzTest} speak for this package.
 */
@NullMarked
package dev.symbolicator.profile.stacktext;

import org.jspecify.annotations.NullMarked;
