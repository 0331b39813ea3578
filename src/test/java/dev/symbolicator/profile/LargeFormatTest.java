package dev.symbolicator.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.profile.ProfileLimits.JsonSize;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LargeFormatTest {
  private static String firstName(String text) {
    return LargeFormat.firstName(text.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"snapshot\":{}}",
        " \t\n\r\f\u000B{ \t\n\r\f\u000B\"snapshot\" : 1}",
        "\uFEFF{\"snapshot\"",
        "\uFEFF \n{\n\"snapshot\":"
      })
  void firstNameIsThatBehindTheMarkAndWhiteSpace(String text) {
    assertEquals("snapshot", firstName(text));
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int behindName = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("t\"") + 2;
    for (int length = 0; length < behindName; length++) {
      assertEquals("", LargeFormat.firstName(Arrays.copyOf(bytes, length)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[\"snapshot\"]",
        "\"snapshot\":1",
        "x{\"snapshot\":1}",
        "\uFEFF\uFEFF{\"snapshot\":1}",
        " \uFEFF{\"snapshot\":1}",
        "{{\"snapshot\":1}}",
        "{,\"snapshot\":1}",
        "{}"
      })
  void otherBytesHaveNoFirstName(String text) {
    assertEquals("", firstName(text));
  }

  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void plainTextHasItsLengthAndQuotes() {
    assertEquals(2, JsonSize.most(""));
    assertEquals(7, JsonSize.most("a b/~"));
    assertEquals(7, JsonSize.plain("a b/~"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"\\", "\u0000\u001f\n", "größe", "😀", "\u2028\uffff", "\u007f"})
  void otherTextHasAtMostThatManyBytes(String text) throws JsonProcessingException {
    assertTrue(JSON.writeValueAsBytes(text).length <= JsonSize.most(text));
  }
}
