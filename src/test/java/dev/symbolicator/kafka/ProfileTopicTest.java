package dev.symbolicator.kafka;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.ImpatientService;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The topic behind the door for browsers, with the pipeline that reads it. */
@QuarkusTest
@Tag("service")
@TestProfile(ImpatientService.class)
class ProfileTopicTest extends PipelineFixture {

  private ProfileTopic open() {
    ProfileTopic topic = new ProfileTopic(settings(false));
    Await.until(() -> arrives(topic));
    return topic;
  }

  private boolean arrives(ProfileTopic topic) {
    try {
      topic.send(profile("/none.js"), "default").toCompletableFuture().get(30, TimeUnit.SECONDS);
      return true;
    } catch (ExecutionException notYet) {
      assertInstanceOf(KafkaException.class, notYet.getCause());
      return false;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static Throwable failure(CompletionStage<Void> sent) {
    return assertThrows(
            ExecutionException.class, () -> sent.toCompletableFuture().get(60, TimeUnit.SECONDS))
        .getCause();
  }

  @Test
  void acknowledgedProfileIsInTheTopicAndAnsweredByThePipeline() {
    makeTopics(1);
    serve("/app.js");
    try (ProfileTopic topic = open()) {
      long before = broker.size(in());
      Await.value(topic.send(profile("/app.js"), "default"));
      Await.value(topic.send(profile("/app.js"), "shop"));
      assertEquals(before + 2, broker.size(in()));
      ConsumerRecord<byte[], byte[]> sent = broker.await(in(), (int) before + 2).get((int) before);
      assertArrayEquals(profile("/app.js"), sent.value());
      assertEquals("application/json", header(sent, "content-type"));
      assertNull(header(sent, "scope"));
      assertEquals(
          "shop", header(broker.await(in(), (int) before + 2).get((int) before + 1), "scope"));
      start(settings(false));
      List<ConsumerRecord<byte[], byte[]>> answers = broker.await(out(), (int) before + 2);
      assertEquals(2, answers.stream().filter(each -> value(each).contains("a.ts")).count());
    }
  }

  @Test
  void profilesThatCannotBeSentFailAndLaterOnesArrive() {
    makeTopics(1);
    broker.configure(in(), Map.of("max.message.bytes", "100000"));
    try (ProfileTopic topic = open()) {
      assertInstanceOf(
          ProblemException.class, failure(topic.send(profile("/a.js", noise(300_000)), "default")));
      broker.die();
      assertInstanceOf(KafkaException.class, failure(topic.send(profile("/a.js"), "default")));
      broker.comeBack();
      Await.until(() -> arrives(topic));
    }
  }

  @Test
  void topicThatIsNotThereFailsAtOnce() {
    try (ProfileTopic topic = new ProfileTopic(settings(false))) {
      assertInstanceOf(KafkaException.class, failure(topic.send(profile("/a.js"), "default")));
    }
  }
}
