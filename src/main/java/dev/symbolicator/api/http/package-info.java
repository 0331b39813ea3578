/**
 * Receives bodies, sends answers, limits requests and connections, and logs them. Knows no
 * endpoint.
 *
 * <p>At the end of the process, Quarkus takes readiness down, waits for {@code
 * quarkus.shutdown.delay}, then for the requests under way, {@code quarkus.shutdown.timeout} at
 * most. {@code Draining} empties the connections meanwhile: answers say {@code Connection: close},
 * then the port is closed, then connections without a request are. {@code ScriptResolver} ends its
 * look-ups a second before the end, so that their requests are answered.
 *
 * <p>{@code BodyReaderTest} speaks for bodies, {@code AnswerSenderTest} and {@code SlowReaderTest}
 * for answers, {@code OpenConnectionsTest} and {@code RequestLimitsTest} for limits, {@code
 * DrainingTest} for the end.
 */
@NullMarked
package dev.symbolicator.api.http;

import org.jspecify.annotations.NullMarked;
