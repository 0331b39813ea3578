package dev.symbolicator.kafka;

import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.kafka.KafkaConfig.KafkaLimits;
import dev.symbolicator.kafka.KafkaConfig.KafkaSettings;
import dev.symbolicator.kafka.RecordWork.Outcome;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.threads.WorkerThreads;
import io.micrometer.core.instrument.Timer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.StaleMemberEpochException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One consumer and one producer, from subscribing to the end or a failure. All state belongs to the
 * thread that polls; others leave it {@link #events}.
 *
 * <p>A record that is polled waits until there is room for it, then it is <em>open</em>: at work,
 * or behind another of its key, or sent and not acknowledged. Back pressure is by records and by
 * the byte budget, which HTTP takes from as well: nothing is taken while half of it is used, so
 * that the other half is left for inflating, reading and writing; and no further record while all
 * open ones together might need more than all of it, or they would wait for each other's memory.
 */
final class PipelineRun implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(Pipeline.class);

  private static final Duration IDLE = Duration.ofMillis(100);
  private static final Duration BUSY = Duration.ofMillis(5);
  private static final Duration TICK = Duration.ofMillis(500);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);
  private static final Duration CLOSING = Duration.ofSeconds(2);

  /** One such part of the budget is kept for the work on records, which takes more than they do. */
  private static final int SHARE_OF_WORK = 2;

  /** Its value, that inflated, and the answer while it is written and as it is sent. */
  private static final int COPIES_OF_A_RECORD = 4;

  private final KafkaSettings settings;
  private final RecordWork work;
  private final ByteBudget budget;
  private final PipelineMetrics metrics;
  private final TopicWatch topics;
  private final KafkaLimits limits;

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final RecordWriter writer;
  private final AutoCloseable clientMetrics;
  private final ExecutorService workers =
      WorkerThreads.pool("kafka-record", Runtime.getRuntime().availableProcessors());

  private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
  private final Map<TopicPartition, Partition> partitions = new HashMap<>();
  private final Deque<ConsumerRecord<byte[], byte[]>> polled = new ArrayDeque<>();
  private final Map<LaneKey, Deque<OpenRecord>> lanes = new HashMap<>();
  private final Set<OpenRecord> open = new HashSet<>();
  private final SentRows sentRows;

  /** Records for which others had taken the memory. No record is taken while there are any. */
  private final Deque<OpenRecord> starved = new ArrayDeque<>();

  /** The one of them that is tried again. Two at a time could take the memory from each other. */
  private @Nullable OpenRecord tried;

  /** The bytes of the open records' values. */
  private long openBytes;

  private @Nullable Throwable failure;
  private boolean isCommitting;

  /** The records that were released since the last commit: those that a kill may repeat. */
  private int released;

  private boolean isEnding;
  private long nextTick;
  private long nextLook;
  private long nextTry;

  PipelineRun(
      KafkaSettings settings,
      KafkaLimits limits,
      RecordWork work,
      ByteBudget budget,
      PipelineMetrics metrics,
      TopicWatch topics) {
    this.settings = settings;
    this.limits = limits;
    this.work = work;
    this.budget = budget;
    this.metrics = metrics;
    this.topics = topics;
    sentRows = new SentRows(settings);
    writer = new RecordWriter(settings, limits.attempts(), metrics, sentRows, events::add);
    try {
      consumer = KafkaClients.consumer(settings, budget.limit());
    } catch (RuntimeException e) {
      writer.close();
      throw e;
    }
    clientMetrics = metrics.ofClients(consumer, writer.producer());
  }

  /** What is known of a partition while it is this instance's. */
  private static final class Partition {
    /** The records without an acknowledged answer, by offset. */
    final NavigableMap<Long, OpenRecord> open = new TreeMap<>();

    long next = -1;
    long committed = -1;
    boolean isLost;

    /** A record of the retry topic that is not due, and {@link System#nanoTime} when it is. */
    long heldOffset = -1;

    long heldUntil;

    boolean isHeld(long now) {
      return heldOffset >= 0 && heldUntil - now > 0;
    }

    long toCommit() {
      return open.isEmpty() ? next : open.firstKey();
    }
  }

  /** Records of one key in one partition, which are worked on one after another. */
  private record LaneKey(TopicPartition partition, ByteBuffer key) {}

  /** A record that was taken. Only the same one is equal. */
  private static final class OpenRecord {
    final ConsumerRecord<byte[], byte[]> record;
    final Partition partition;
    final @Nullable LaneKey lane;
    final ByteBudget.Lease lease;

    /** {@link System#nanoTime} when memory was first missing; 0 while it was not. */
    long starvedSince;

    OpenRecord(
        ConsumerRecord<byte[], byte[]> record,
        Partition partition,
        @Nullable LaneKey lane,
        ByteBudget.Lease lease) {
      this.record = record;
      this.partition = partition;
      this.lane = lane;
      this.lease = lease;
    }

    boolean mayStarve(Duration longest) {
      long now = System.nanoTime();
      starvedSince = starvedSince == 0 ? now : starvedSince;
      return now - starvedSince < longest.toNanos();
    }
  }

  /** Works until the service stops; throws if Kafka or a client fails for good. */
  void run(BooleanSupplier isStopping) throws InterruptedException {
    consumer.subscribe(settings.read(), new Rebalance());
    while (!isStopping.getAsBoolean()) {
      turn();
      admit();
      pauseAndResume();
    }
    finish();
  }

  private void turn() {
    consumer.poll(open.isEmpty() ? IDLE : BUSY).forEach(polled::add);
    for (Runnable event = events.poll(); event != null; event = events.poll()) {
      event.run();
    }
    Throwable failed = failure;
    if (failed != null) {
      throw failed instanceof KafkaException known ? known : new KafkaException(failed);
    }
    long now = System.nanoTime();
    if (tried == null && !starved.isEmpty() && now - nextTry >= 0) {
      nextTry = now + BETWEEN_TRIES.toNanos();
      tried = starved.remove();
      begin(tried);
    }
    if (now - nextTick >= 0) {
      nextTick = now + TICK.toNanos();
      commit();
      measure();
    }
    if (released >= limits.records()) {
      commit();
    }
    if (now - nextLook >= 0) {
      nextLook = now + BETWEEN_LOOKS.toNanos();
      CompletableFuture<Boolean> unused = topics.look();
    }
  }

  /** Takes polled records while there is room for them. */
  private void admit() {
    while (!polled.isEmpty() && !isFull()) {
      ConsumerRecord<byte[], byte[]> record = polled.element();
      TopicPartition name = new TopicPartition(record.topic(), record.partition());
      Partition partition = partitions.get(name);
      if (partition == null || isHeldBack(record, name, partition)) {
        polled.removeIf(each -> isOf(each, name));
        continue;
      }
      long size = size(record);
      if (!open.isEmpty() && COPIES_OF_A_RECORD * (openBytes + size) > budget.limit()) {
        return;
      }
      ByteBudget.Lease lease = budget.open();
      boolean hasRoom = lease.grow(size);
      if (!hasRoom && !lease.passesLimitAlone()) {
        lease.close();
        return;
      }
      polled.remove();
      take(record, name, partition, lease, hasRoom);
    }
  }

  private static long size(ConsumerRecord<byte[], byte[]> record) {
    return record.value() == null ? 0 : record.value().length;
  }

  private boolean isFull() {
    return open.size() >= limits.records()
        || !starved.isEmpty()
        || budget.used() > budget.limit() / SHARE_OF_WORK;
  }

  private static boolean isOf(ConsumerRecord<byte[], byte[]> record, TopicPartition partition) {
    return record.partition() == partition.partition() && record.topic().equals(partition.topic());
  }

  /** Holds a partition of the retry topic until its next record is due, which takes no memory. */
  private boolean isHeldBack(
      ConsumerRecord<byte[], byte[]> record, TopicPartition name, Partition partition) {
    long now = System.nanoTime();
    if (partition.heldOffset != record.offset()) {
      Instant clock = Instant.now();
      Instant due = RecordHeaders.due(record, settings, clock, limits.longestWait());
      partition.heldOffset = record.offset();
      partition.heldUntil = now + Math.max(0, Duration.between(clock, due).toNanos());
    }
    if (!partition.isHeld(now)) {
      partition.heldOffset = -1;
      return false;
    }
    consumer.seek(name, record.offset());
    return true;
  }

  private void take(
      ConsumerRecord<byte[], byte[]> record,
      TopicPartition name,
      Partition partition,
      ByteBudget.Lease lease,
      boolean hasRoom) {
    LaneKey lane = record.key() == null ? null : new LaneKey(name, ByteBuffer.wrap(record.key()));
    OpenRecord taken = new OpenRecord(record, partition, lane, lease);
    open.add(taken);
    openBytes += size(record);
    partition.open.put(record.offset(), taken);
    partition.next = record.offset() + 1;
    if (!hasRoom) {
      write(taken, new Outcome.Refused(Problems.noRoom(lease)));
      return;
    }
    if (lane != null) {
      Deque<OpenRecord> queue = lanes.computeIfAbsent(lane, first -> new ArrayDeque<>());
      queue.add(taken);
      if (queue.size() > 1) {
        return;
      }
    }
    begin(taken);
  }

  private void begin(OpenRecord taken) {
    if (taken.partition.isLost) {
      release(taken);
      return;
    }
    CompletableFuture<Void> unused =
        CompletableFuture.completedFuture(taken)
            .thenComposeAsync(each -> work.run(each.record, sentRows, each.lease), workers)
            .handle(
                (outcome, fault) -> {
                  events.add(
                      fault == null ? () -> answered(taken, outcome) : () -> failure = fault);
                  return null;
                });
  }

  private void answered(OpenRecord taken, Outcome outcome) {
    if (taken == tried) {
      tried = null;
    }
    if (taken.partition.isLost) {
      release(taken);
      return;
    }
    if (outcome instanceof Outcome.Refused refused
        && refused.isForNow()
        && taken.mayStarve(limits.memoryWait())) {
      starved.add(taken);
      return;
    }
    write(taken, outcome);
    next(taken);
  }

  /** Begins the next record of the same key. Its answer is sent later, so order is kept. */
  private void next(OpenRecord taken) {
    Deque<OpenRecord> lane = taken.lane == null ? null : lanes.get(taken.lane);
    if (lane == null) {
      return;
    }
    lane.remove();
    if (lane.isEmpty()) {
      lanes.remove(taken.lane);
    } else {
      begin(lane.element());
    }
  }

  private void write(OpenRecord taken, Outcome outcome) {
    writer.write(
        taken.record,
        outcome,
        fault -> {
          if (fault == null || taken.partition.isLost) {
            release(taken);
          } else {
            failure = fault;
          }
        });
  }

  private void release(OpenRecord taken) {
    if (taken == tried) {
      tried = null;
    }
    if (open.remove(taken)) {
      openBytes -= size(taken.record);
      released++;
    }
    taken.partition.open.remove(taken.record.offset());
    taken.lease.close();
  }

  /** Pauses again at each turn: partitions that arrive by a rebalance are not paused. */
  private void pauseAndResume() {
    boolean isFull = !polled.isEmpty() || isFull();
    long now = System.nanoTime();
    Set<TopicPartition> paused = consumer.paused();
    List<TopicPartition> toPause = new ArrayList<>();
    List<TopicPartition> toResume = new ArrayList<>();
    for (TopicPartition name : consumer.assignment()) {
      Partition partition = partitions.get(name);
      boolean isWanted = !isFull && (partition == null || !partition.isHeld(now));
      if (isWanted == paused.contains(name)) {
        (isWanted ? toResume : toPause).add(name);
      }
    }
    consumer.pause(toPause);
    consumer.resume(toResume);
    metrics.isPaused = isFull;
  }

  private Map<TopicPartition, OffsetAndMetadata> uncommitted() {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    partitions.forEach(
        (name, partition) -> {
          if (partition.toCommit() > partition.committed) {
            offsets.put(name, new OffsetAndMetadata(partition.toCommit()));
          }
        });
    return offsets;
  }

  /**
   * Commits what is new. A commit that fails, as while others join, is repeated at a later tick.
   */
  private void commit() {
    Map<TopicPartition, OffsetAndMetadata> offsets = uncommitted();
    if (isCommitting || offsets.isEmpty()) {
      return;
    }
    isCommitting = true;
    released = 0;
    Timer.Sample sample = metrics.beginCommit();
    consumer.commitAsync(
        offsets,
        (done, fault) -> {
          isCommitting = false;
          metrics.endCommit(sample);
          if (fault == null) {
            committed(offsets);
          } else {
            LOG.debug("a commit failed, and will be repeated", fault);
          }
        });
  }

  private void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
    offsets.forEach(
        (name, offset) -> {
          Partition partition = partitions.get(name);
          if (partition != null) {
            partition.committed = Math.max(partition.committed, offset.offset());
          }
        });
  }

  /**
   * Commits before the end. While other instances join or leave, commits are refused until this one
   * has polled; giving up would repeat hundreds of records at each restart.
   */
  private void commitAtTheEnd(long end) {
    while (true) {
      Map<TopicPartition, OffsetAndMetadata> offsets = uncommitted();
      if (offsets.isEmpty()) {
        return;
      }
      try {
        consumer.commitSync(offsets, CLOSING);
        committed(offsets);
        return;
      } catch (RetriableException | RebalanceInProgressException | StaleMemberEpochException e) {
        if (System.nanoTime() - end > 0) {
          LOG.warn("the last offsets could not be committed, so some records will come again", e);
          return;
        }
        consumer.pause(consumer.assignment());
        consumer.poll(BUSY);
      }
    }
  }

  private void finish() {
    isEnding = true;
    polled.clear();
    long end = System.nanoTime() + limits.stopWait().toNanos();
    while (!open.isEmpty() && System.nanoTime() - end < 0) {
      consumer.pause(consumer.assignment());
      turn();
      polled.clear();
    }
    commitAtTheEnd(end + CLOSING.toNanos());
    LOG.infof("the pipeline has ended, with %d records left to come again", open.size());
  }

  private void measure() {
    long lag = (long) open.size() + polled.size();
    for (TopicPartition name : consumer.assignment()) {
      lag += consumer.currentLag(name).orElse(0);
    }
    long oldest = Long.MAX_VALUE;
    for (Partition partition : partitions.values()) {
      if (!partition.open.isEmpty()) {
        oldest = Math.min(oldest, partition.open.firstEntry().getValue().record.timestamp());
      }
    }
    metrics.inFlight = open.size();
    metrics.lagRecords = lag;
    if (oldest != Long.MAX_VALUE) {
      metrics.lagSeconds = Math.max(0, System.currentTimeMillis() - oldest) / 1000.0;
    } else if (lag == 0) {
      metrics.lagSeconds = 0;
    }
  }

  @Override
  public void close() {
    isEnding = true;
    workers.shutdownNow();
    open.forEach(each -> each.lease.close());
    try {
      clientMetrics.close();
    } catch (Exception e) {
      LOG.debug("metrics of Kafka's clients could not be removed", e);
    }
    writer.close();
    try {
      consumer.close(CloseOptions.timeout(CLOSING));
    } catch (KafkaException e) {
      LOG.debug("the consumer could not be closed in order", e);
    }
    metrics.inFlight = 0;
    metrics.lagSeconds = 0;
  }

  private final class Rebalance implements ConsumerRebalanceListener {

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
      assigned.forEach(name -> partitions.put(name, new Partition()));
      if (!assigned.isEmpty()) {
        LOG.infof("the pipeline reads %s", assigned);
      }
    }

    /** Lets the next owner repeat little: waits a little for records under way, and commits. */
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
      polled.removeIf(record -> revoked.stream().anyMatch(name -> isOf(record, name)));
      long end = System.nanoTime() + limits.revokeWait().toNanos();
      try {
        while (!isEnding && isOpen(revoked) && end - System.nanoTime() > 0) {
          Runnable event = events.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
          if (event != null) {
            event.run();
          }
        }
        Map<TopicPartition, OffsetAndMetadata> offsets = uncommitted();
        offsets.keySet().retainAll(revoked);
        if (!offsets.isEmpty()) {
          consumer.commitSync(offsets, CLOSING);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (KafkaException e) {
        LOG.debug("offsets of revoked partitions could not be committed", e);
      }
      onPartitionsLost(revoked);
    }

    private boolean isOpen(Collection<TopicPartition> names) {
      return names.stream()
          .map(partitions::get)
          .anyMatch(partition -> partition != null && !partition.open.isEmpty());
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> lost) {
      for (TopicPartition name : lost) {
        polled.removeIf(record -> isOf(record, name));
        Partition partition = partitions.remove(name);
        if (partition != null) {
          partition.isLost = true;
        }
      }
      lanes
          .entrySet()
          .removeIf(
              lane -> {
                boolean isLost = lost.contains(lane.getKey().partition());
                if (isLost) {
                  // The first is at work, and is released with its outcome.
                  lane.getValue().stream().skip(1).forEach(PipelineRun.this::release);
                }
                return isLost;
              });
    }
  }
}
