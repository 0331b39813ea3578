/**
 * The door for browsers, {@code POST /profiles}: takes profiles from pages of listed origins, and
 * keeps each before it is acknowledged. Off unless {@code symbolicator.ingest.origins} is set.
 *
 * <pre>
 * ProfilesResource       the endpoint: origin, rate, token, body; 202 once the profile is kept
 *  ├ Door                 whether the door is open, for whom, how often, and what is behind it:
 *  │ ├ ProfileTopic       of kafka: the pipeline's topic, as the browser sent the profile
 *  │ └ SegmentFolder      of sink: files of lines in a folder: symbolicated profiles, or their rows
 *  └ Rates                counts requests of origins and of addresses
 * </pre>
 *
 * <p>There is no queue behind the door: what is acknowledged is at the broker or on the disk, and
 * what cannot be kept now is answered with a 503.
 *
 * <p>{@code ProfilesTest} speaks for the endpoint with a folder, {@code RatesTest} for what is
 * counted, {@code ProfileTopicTest} of {@code kafka} for the topic with a real broker.
 */
@NullMarked
package dev.symbolicator.ingest;

import org.jspecify.annotations.NullMarked;
