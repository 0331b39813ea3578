package dev.symbolicator.api.batch;

import dev.symbolicator.content.ContentCoding;

/**
 * The entity of a response to a batch.
 *
 * @param coding the coding of the response's body
 * @param work receives the request and writes the body of the response, from the event loop on
 */
public record BatchEntity(ContentCoding coding, Runnable work) {}
