/**
 * Bytes that outlive the process: files of a folder of ours. They are not trusted; what cannot be
 * had or is damaged counts as absent.
 */
@NullMarked
package dev.symbolicator.store;

import org.jspecify.annotations.NullMarked;
