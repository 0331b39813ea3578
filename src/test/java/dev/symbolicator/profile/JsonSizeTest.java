package dev.symbolicator.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.profile.ProfileLimits.JsonSize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonSizeTest {
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
