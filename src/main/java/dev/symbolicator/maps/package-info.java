/**
 * Source maps that are not on the web: a library of uploaded maps, and which of them belongs to a
 * script. Every key begins with a scope, so tenants never see each other's maps.
 */
@NullMarked
package dev.symbolicator.maps;

import org.jspecify.annotations.NullMarked;
