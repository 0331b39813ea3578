package dev.symbolicator.profile.multipart;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.multipart.ProfileForm.MapPart;
import dev.symbolicator.testing.Allowances;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ProfileFormTest {
  private static final String HEADER = "Content-Disposition: form-data; name=\"";

  private static ProfileForm read(byte[] body) {
    return ProfileForm.of(
        new ProfileBody(body, "multipart/form-data; boundary=any", true), Allowances.plenty());
  }

  private static byte[] random(Random random, String boundary) {
    byte[] bytes = new byte[random.nextInt(64)];
    random.nextBytes(bytes);
    String text = new String(bytes, ISO_8859_1) + "\r\n--" + boundary.substring(1) + "\r\n\r\n";
    return text.contains("\r\n--" + boundary) ? new byte[0] : text.getBytes(ISO_8859_1);
  }

  /** Whatever the parts hold, and in whatever order they come. */
  @Property(tries = 1000)
  void partsComeOutAsTheyWentIn(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    String boundary = "x" + Long.toHexString(random.nextLong());
    int maps = random.nextInt(5);
    int place = random.nextInt(maps + 1);
    List<byte[]> contents = new ArrayList<>();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int i = 0; i <= maps; i++) {
      byte[] content = random(random, boundary);
      contents.add(content);
      String header =
          i == place
              ? HEADER + "profile\"\r\ncontent-TYPE: text/plain"
              : HEADER + "map\"; filename=\"größe/" + i + ".map\"";
      body.writeBytes(("--" + boundary + "\r\n" + header + "\r\n\r\n").getBytes(UTF_8));
      body.writeBytes(content);
      body.writeBytes("\r\n".getBytes(UTF_8));
    }
    body.writeBytes(("--" + boundary + "--\r\n").getBytes(UTF_8));
    ProfileForm form = read(body.toByteArray());
    assertNull(form.problem());
    assertArrayEquals(contents.remove(place), form.profile().bytes());
    assertEquals("text/plain", form.profile().contentType());
    assertEquals(maps, form.maps().size());
    for (int i = 0; i < maps; i++) {
      MapPart map = form.maps().get(i);
      assertEquals("größe/" + (i < place ? i : i + 1) + ".map", map.path());
      assertEquals(contents.get(i).length, map.size());
      assertArrayEquals(contents.get(i), map.open().readAllBytes());
    }
  }

  @Test
  void otherBodiesStayWhatTheyAre() {
    String datadog = "--B\r\n" + HEADER + "wall-time.json\"\r\n\r\n{}\r\n--B--";
    for (String text : List.of("", "{}", "--B\r\n", datadog, "--B\r\n" + HEADER + "map\"\r\n")) {
      byte[] body = text.getBytes(UTF_8);
      ProfileForm form = read(body);
      assertSame(body, form.profile().bytes());
      assertEquals(List.of(), form.maps());
      assertNull(form.problem(), text);
    }
  }

  @Test
  void profileIsNeitherABatchNorLargerThanTheMemory() {
    String form = "--B\r\n" + HEADER + "profile\"\r\nContent-Type: %s\r\n\r\n{}\r\n--B--";
    byte[] batch = form.formatted("application/x-ndjson").getBytes(UTF_8);
    assertInstanceOf(ProfileReading.Invalid.class, read(batch).problem());
    byte[] body = form.formatted("application/json").getBytes(UTF_8);
    assertNull(read(body).problem());
    ProfileForm refused = ProfileForm.of(ProfileBody.of(body), Allowances.of(1));
    assertInstanceOf(ProfileReading.OutOfMemory.class, refused.problem());
  }
}
