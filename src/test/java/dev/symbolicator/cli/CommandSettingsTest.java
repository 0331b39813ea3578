package dev.symbolicator.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.cli.SymbolicateRun.CommandSettings;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandSettingsTest {
  private static String readBack(String value) {
    return new SmallRyeConfigBuilder()
        .addDefaultInterceptors()
        .withDefaultValue("key", CommandSettings.literal(value))
        .build()
        .getValue("key", String.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/dist/${user.home}/",
        "/${",
        "/$$/",
        "/$${a}/",
        "/a\\$b/",
        "/a\\\\${x:y}/",
        "/{a}:b,c/"
      })
  void valueIsReadAsItIs(String value) {
    assertEquals(value, readBack(value));
  }

  @Test
  void randomValueIsReadAsItIs() {
    Random random = new Random(1);
    for (int i = 0; i < 5_000; i++) {
      StringBuilder value = new StringBuilder("/");
      for (int j = random.nextInt(12); j > 0; j--) {
        value.append("$${}\\:a,/".charAt(random.nextInt(9)));
      }
      String text = value.append('/').toString();
      assertEquals(text, readBack(text));
    }
  }
}
