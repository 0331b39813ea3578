/**
 * Source maps that are not on the web: a library of uploaded maps, and which of them belongs to a
 * script. Every key begins with a scope, so tenants never see each other's maps.
 *
 * <p>{@code KeySearchTest} has the keys and their order, {@code MapLibraryContract} the library
 * over a folder and a bucket, {@code InterruptedWorkTest} and {@code KilledInstanceTest} what a
 * kill leaves.
 */
@NullMarked
package dev.symbolicator.maps;

import org.jspecify.annotations.NullMarked;
