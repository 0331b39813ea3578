/** Tokens that the operator configures, and the scope and the rights that each stands for. */
@NullMarked
package dev.symbolicator.access;

import org.jspecify.annotations.NullMarked;
