/**
 * One class per profile format: recognise it, read its positions, write it back with other ones. No
 * I/O.
 */
@NullMarked
package dev.symbolicator.profile;

import org.jspecify.annotations.NullMarked;
