/**
 * Bytes that outlive the process: files in a folder of the service's own, and what instances share.
 * Neither is trusted: damaged bytes count as absent.
 */
@NullMarked
package dev.symbolicator.store;

import org.jspecify.annotations.NullMarked;
