package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.content.Decoder;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RequestBodyTest {
  private static boolean isSmallObject(String coding, String body) {
    ContentCodings.Supported codings = (ContentCodings.Supported) ContentCodings.parse(coding);
    ByteBudget.Lease lease = new ByteBudget(1 << 20).open();
    Decoder decoder = new Decoder(codings, 1 << 20, lease, true);
    assertEquals(true, decoder.accept(body.getBytes(StandardCharsets.ISO_8859_1)));
    return new RequestBody(decoder, codings, new BodyReader.MaxSize(100, "key"), lease)
        .isSmallObject();
  }

  @Test
  void nothingReachesTheBytesOnceTheyAreForgotten() {
    ByteBudget.Lease lease = new ByteBudget(1 << 20).open();
    Decoder decoder = new Decoder(ContentCodings.NONE, 1 << 20, lease, true);
    assertEquals(true, decoder.accept("{}".getBytes(StandardCharsets.UTF_8)));
    RequestBody body =
        new RequestBody(decoder, ContentCodings.NONE, new BodyReader.MaxSize(100, "key"), lease);
    WeakReference<byte[]> bytes = new WeakReference<>(body.bytes());
    body.forgetBytes();
    Await.until(
        () -> {
          System.gc();
          return bytes.refersTo(null);
        });
    assertEquals(lease, body.lease()); // the body itself is reachable until here
  }

  @Test
  void onlySmallPlainObjectsAreSmallObjects() {
    assertEquals(true, isSmallObject("identity", "{}"));
    assertEquals(true, isSmallObject("identity", "{" + " ".repeat(RequestBody.SMALL - 1)));
    assertEquals(false, isSmallObject("identity", "{" + " ".repeat(RequestBody.SMALL)));
    assertEquals(false, isSmallObject("identity", ""));
    assertEquals(false, isSmallObject("identity", "[{}]"));
    assertEquals(false, isSmallObject("identity", "--x\r\n{"));
    assertEquals(false, isSmallObject("identity", "\u001f\u008b"));
    assertEquals(false, isSmallObject("gzip", "{}"));
  }
}
