/**
 * Fetches files over HTTP, safely even from URLs that strangers send. Neither interprets nor stores
 * the files.
 */
@NullMarked
package dev.symbolicator.fetch;

import org.jspecify.annotations.NullMarked;
