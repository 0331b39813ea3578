package dev.symbolicator.api.maps;

import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.symbolicator.maps.upload.Archives;
import dev.symbolicator.testing.Tenants;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(UploadsOffTest.NoStore.class)
class UploadsOffTest {
  private static final String TOKEN = Tenants.SHOP;

  public static final class NoStore implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of("symbolicator.access.tokens.shop.value", TOKEN);
    }
  }

  @Test
  void answerSaysHowToTurnUploadsOn() {
    List<ValidatableResponse> answers =
        List.of(
            Uploads.put(TOKEN, Uploads.map("a"), "script", "~/app.js"),
            Uploads.post(TOKEN, Archives.zip(Map.of()), "base", "~/"),
            Uploads.list(TOKEN),
            Uploads.delete(TOKEN, "release", "1"));
    for (ValidatableResponse answer : answers) {
      answer
          .statusCode(403)
          .contentType("application/problem+json")
          .body("type", equalTo("urn:profile-symbolicator:problem:forbidden"))
          .body(
              "detail",
              allOf(
                  containsString("symbolicator.maps.directory"),
                  containsString("symbolicator.maps.bucket.name")));
    }
  }
}
