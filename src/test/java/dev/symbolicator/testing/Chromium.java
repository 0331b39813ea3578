package dev.symbolicator.testing;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Opens pages in a real headless Chromium, such as pages that profile themselves and post that. */
public final class Chromium {
  private static final List<String> FLAGS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--enable-logging=stderr");

  private static final int LOG_TAIL = 4000;

  private final Path program = OutsideProgram.requireOrSkip("chromium");

  /**
   * Opens {@code page} and lets it run until {@code done} completes. Then ends the browser and
   * removes its profile folder.
   *
   * @return the result of {@code done}
   * @throws AssertionError if {@code done} fails, if the browser ends first, or after {@code
   *     timeout}; with the end of the browser's log
   */
  public <T> T openUntil(URI page, CompletableFuture<T> done, Duration timeout)
      throws IOException, InterruptedException {
    Path profile = Files.createTempDirectory("chromium-");
    Path log = profile.resolve("browser.log");
    Process browser =
        new ProcessBuilder(
                Stream.of(
                        Stream.of(program.toString()),
                        FLAGS.stream(),
                        Stream.of("--user-data-dir=" + profile, page.toString()))
                    .flatMap(part -> part)
                    .toList())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      CompletableFuture.anyOf(done, browser.onExit()).get(timeout.toMillis(), MILLISECONDS);
      if (!done.isDone()) {
        throw new AssertionError("Chromium ended before the page was done\n" + tail(log));
      }
      return done.get();
    } catch (ExecutionException e) {
      throw new AssertionError("The page failed\n" + tail(log), e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("The page was not done after " + timeout + "\n" + tail(log), e);
    } finally {
      end(browser);
      Await.until(() -> isRemoved(profile));
    }
  }

  private static String tail(Path log) throws IOException {
    String text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
    return text.substring(Math.max(0, text.length() - LOG_TAIL));
  }

  /** Ends the browser and its helper processes, and returns when they are gone. */
  private static void end(Process browser) throws InterruptedException {
    List<ProcessHandle> processes =
        Stream.concat(browser.descendants(), Stream.of(browser.toHandle())).toList();
    CompletableFuture<?> gone =
        CompletableFuture.allOf(
            processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new));
    browser.destroy();
    try {
      gone.get(5, SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      processes.forEach(ProcessHandle::destroyForcibly);
      browser.waitFor();
    }
  }

  /** Tells whether the folder is removed; a helper just started may still write into it. */
  private static boolean isRemoved(Path folder) {
    try {
      remove(folder);
      return true;
    } catch (DirectoryNotEmptyException written) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void remove(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException e)
              throws IOException {
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
