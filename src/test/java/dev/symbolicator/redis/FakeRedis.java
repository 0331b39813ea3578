package dev.symbolicator.redis;

import dev.symbolicator.testing.Await;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/** Gives each command a fixed answer. */
final class FakeRedis implements AutoCloseable {
  private static final Pattern ARGUMENT = Pattern.compile("\\$\\d+\r\n([^\r]*)\r\n");
  private static final String HELLO = "%1\r\n+proto\r\n:3\r\n";

  private final Map<String, String> answers = new HashMap<>(Map.of("HELLO", HELLO));
  private final List<String> commands = new CopyOnWriteArrayList<>();
  private final NetServer server;

  /**
   * Starts the server.
   *
   * @param namesAndAnswers names of commands in capitals, each with its answer as bytes on the wire
   */
  FakeRedis(Vertx vertx, NetServerOptions options, String... namesAndAnswers) {
    for (int i = 0; i < namesAndAnswers.length; i += 2) {
      answers.put(namesAndAnswers[i], namesAndAnswers[i + 1]);
    }
    server =
        Await.value(
            vertx
                .createNetServer(options)
                .connectHandler(socket -> socket.handler(bytes -> answer(socket, bytes)))
                .listen(0, "127.0.0.1"));
  }

  private void answer(NetSocket socket, Buffer bytes) {
    List<String> command =
        ARGUMENT
            .matcher(bytes.toString(StandardCharsets.ISO_8859_1))
            .results()
            .map(argument -> argument.group(1))
            .toList();
    commands.add(String.join(" ", command));
    socket.write(answers.getOrDefault(command.get(0).toUpperCase(Locale.ROOT), "$-1\r\n"));
  }

  /** Returns the commands that came, in their order, with a space before each argument. */
  List<String> commands() {
    return Collections.unmodifiableList(commands);
  }

  int port() {
    return server.actualPort();
  }

  @Override
  public void close() {
    Await.value(server.close());
  }
}
