package dev.symbolicator.api.http;

import dev.symbolicator.content.ContentCoding;

/**
 * The entity of a response whose body is written as it comes.
 *
 * @param coding the coding of the response's body
 * @param work begins to write the body, on the event loop, once the head of the response is there
 */
public record StreamedAnswer(ContentCoding coding, Runnable work) {}
