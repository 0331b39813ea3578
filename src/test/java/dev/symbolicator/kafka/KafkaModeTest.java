package dev.symbolicator.kafka;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.Matchers.containsString;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.KafkaBroker;
import dev.symbolicator.testing.TestRedis;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service with a topic, started before its broker. */
@QuarkusTest
@Tag("service")
@TestProfile(KafkaModeTest.WithTopic.class)
class KafkaModeTest {
  private static final byte[] PROFILE =
      "{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[]}".getBytes(UTF_8);

  @TempDir Path folder;

  @ConfigProperty(name = "symbolicator.kafka.bootstrap-servers")
  String servers;

  public static final class WithTopic implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of(
          "symbolicator.kafka.bootstrap-servers", "127.0.0.1:" + TestRedis.freePort(),
          "symbolicator.kafka.topic", "in",
          "symbolicator.kafka.output-topic", "out",
          "symbolicator.kafka.profile-rows-topic", "rows",
          "symbolicator.kafka.dead-letter-topic", "dead",
          "symbolicator.kafka.client.\"client.rack\"", "here");
    }
  }

  private static void assertServing() {
    given().get("/q/health/ready").then().statusCode(200);
    given().get("/q/health/live").then().statusCode(200);
    given().get("/q/health/started").then().statusCode(200);
    given().body(PROFILE).post("/symbolicate").then().statusCode(200);
  }

  private static boolean isConnected() {
    return given().get("/q/metrics").asString().contains("symbolicator_kafka_connected 1.0");
  }

  @Test
  void serviceStartsAndServesWithoutItsBrokerAndBeginsWhenItComes() {
    Await.until(() -> !isConnected());
    assertServing();
    String port = servers.substring(servers.indexOf(':') + 1);
    try (KafkaBroker broker = KafkaBroker.start(folder, Integer.parseInt(port))) {
      for (String topic : new String[] {"in", "out", "rows", "dead"}) {
        broker.makeTopic(topic, 1, Map.of());
      }
      broker.send(new ProducerRecord<>("in", null, 1L, "user-1".getBytes(UTF_8), PROFILE));
      ConsumerRecord<byte[], byte[]> answer = broker.await("out", 1).get(0);
      assertArrayEquals(PROFILE, answer.value());
      String row = new String(broker.await("rows", 1).get(0).value(), UTF_8);
      assertTrue(row.contains("\"page\":\"\",\"country\":\"\""), row);
      Await.until(() -> isConnected() && broker.committed("profile-symbolicator") == 1);
      given()
          .get("/q/metrics")
          .then()
          .body(containsString("symbolicator_kafka_records_total{outcome=\"symbolicated\"} 1.0"));
      assertServing();
    }
  }
}
