package dev.symbolicator.api.batch;

/**
 * The entity of a response to a batch.
 *
 * @param work receives the request and writes the body of the response, from the event loop on
 */
public record BatchEntity(Runnable work) {}
