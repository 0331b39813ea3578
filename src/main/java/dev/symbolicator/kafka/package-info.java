/**
 * The pipeline mode: reads profiles from a topic of Kafka and writes them symbolicated to another,
 * or as rows to topics of rows. Begins only if {@code symbolicator.kafka.topic} is set; no class of
 * Kafka is loaded otherwise.
 *
 * <pre>
 * KafkaMode              begins and ends with the service
 *  └ Pipeline            a thread: waits for the topics, runs, and begins anew after a failure
 *    ├ TopicWatch        asks whether Kafka answers and has the topics; a line each minute if not
 *    └ PipelineRun       one consumer: lanes by key, back pressure, commits
 *      ├ RecordWork      one record: decodes, symbolicates, makes the answer and its rows
 *      ├ RecordWriter    one producer: an answer and rows, a further attempt, or a dead letter
 *      ├ SentRows        the rows of functions and stacks that their topics have
 *      └ RecordHeaders   what the headers ask for, and the records that are written
 * </pre>
 *
 * <p>The thread that polls never waits, or the group would take its partitions away. Records of one
 * key are worked on and sent one after another; those of different keys side by side, so that a
 * slow script holds up its own key only. A partition's offset is committed up to the first record
 * whose answer and rows the broker does not have: a record may come twice, and none is lost. A row
 * is remembered, and not written again, only when the broker has it: as long as it may be lost,
 * each profile that needs it brings it along.
 *
 * <p>{@code KafkaPipelineTest} speaks for the whole with a real broker, {@code KafkaRowsTest} for
 * rows, {@code SentRowsTest} for what is remembered of them, {@code RecordHeadersTest} and {@code
 * KafkaConfigTest} for headers and keys, {@code KafkaAbsentTest} for the service without a topic.
 */
@NullMarked
package dev.symbolicator.kafka;

import org.jspecify.annotations.NullMarked;
