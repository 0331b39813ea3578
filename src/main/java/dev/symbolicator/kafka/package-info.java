/**
 * The pipeline mode: reads profiles from a topic of Kafka and writes them symbolicated to another.
 * Begins only if {@code symbolicator.kafka.topic} is set; no class of Kafka is loaded otherwise.
 *
 * <pre>
 * KafkaMode              begins and ends with the service
 *  └ Pipeline            a thread: waits for the topics, runs, and begins anew after a failure
 *    ├ TopicWatch        asks whether Kafka answers and has the topics; a line each minute if not
 *    └ PipelineRun       one consumer and one producer: lanes by key, back pressure, commits
 *      ├ RecordWork      one record: decodes, symbolicates, writes
 *      └ RecordHeaders   what the headers ask for, and the records that are written
 * </pre>
 *
 * <p>The thread that polls never waits, or the group would take its partitions away. Records of one
 * key are worked on and sent one after another; those of different keys side by side, so that a
 * slow script holds up its own key only. A partition's offset is committed up to the first record
 * whose answer the broker does not have: a record may come twice, and none is lost.
 *
 * <p>{@code KafkaPipelineTest} speaks for the whole with a real broker, {@code RecordHeadersTest}
 * and {@code KafkaConfigTest} for headers and keys, {@code KafkaAbsentTest} for the service without
 * a topic.
 */
@NullMarked
package dev.symbolicator.kafka;

import org.jspecify.annotations.NullMarked;
