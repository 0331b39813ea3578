package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*/*",
        "application/json",
        "text/html, application/*;q=0.1",
        "APPLICATION/JSON; charset=utf-8; q=0.5",
        "*/*;q=0, application/json",
        "text/html,*/*;q=0.8"
      })
  void typeIsAllowed(String header) {
    assertTrue(Accept.allows(header, "application/json"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/html",
        "application/json;q=0",
        "application/json;q=0, */*",
        "application/*;q=0.0, */*;q=1",
        "application/x-ndjson"
      })
  void typeIsNotAllowed(String header) {
    assertFalse(Accept.allows(header, "application/json"));
  }

  @Test
  void everyTypeIsAllowedWithoutTheHeader() {
    assertTrue(Accept.allows(null, "text/plain"));
  }
}
