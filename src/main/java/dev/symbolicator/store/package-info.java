/**
 * Stores bytes that outlive the process: in files of the service's own folder, and in a store that
 * instances share. Does not know what the bytes mean, and trusts none: damaged bytes count as
 * absent.
 */
@NullMarked
package dev.symbolicator.store;

import org.jspecify.annotations.NullMarked;
