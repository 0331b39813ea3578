package dev.symbolicator.api.http;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
class BytesInFlightTest {
  private static final int CALLERS = 20;
  private static final String BODY =
      "{\"frames\":[],\"resources\":[\"%s\"],\"stacks\":[],\"samples\":[]}"
          .formatted("a".repeat(4 << 20));

  @TestHTTPResource("/symbolicate")
  URI service;

  @Inject ByteBudget budget;

  @Test
  void clientThatHangsUpBehindItsBodyLeavesNothingCharged() throws Exception {
    for (int i = 0; i < CALLERS; i++) {
      sendAndHangUp();
    }

    Await.until(() -> budget.used() == 0);
  }

  private void sendAndHangUp() throws IOException {
    byte[] body = BODY.getBytes(StandardCharsets.US_ASCII);
    String head =
        "POST %s HTTP/1.1\r\nHost: test\r\nContent-Length: %d\r\n\r\n"
            .formatted(service.getPath(), body.length);
    try (Socket socket = new Socket(service.getHost(), service.getPort())) {
      OutputStream out = socket.getOutputStream();
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      out.write(body, 0, body.length - 1);
      Await.until(() -> budget.used() > 0);
      out.write(body, body.length - 1, 1);
    }
  }
}
