/**
 * The text of {@code Error.stack}, as a body of its own or as a member of a JSON object. {@code
 * StackTextFormatTest} and {@code StackMemberFormatTest} speak for it.
 */
@NullMarked
package dev.symbolicator.profile.stacktext;

import org.jspecify.annotations.NullMarked;
