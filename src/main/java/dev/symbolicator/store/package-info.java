/**
 * Bytes that outlive the process or are shared between several: files of a folder of ours, and
 * Redis. Neither is trusted; what cannot be had or is damaged counts as absent.
 */
@NullMarked
package dev.symbolicator.store;

import org.jspecify.annotations.NullMarked;
