package dev.symbolicator.maps;

import dev.symbolicator.maps.TestLibrary.Upload;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Uploads until the process is killed, and prints the ID of each acknowledged entry. */
final class UploadingInstance {
  private static final int THREADS = 3;

  private UploadingInstance() {}

  public static void main(String[] args) {
    TestLibrary library = TestLibrary.in(Path.of(args[0]));
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    CompletableFuture<?>[] all = new CompletableFuture<?>[THREADS];
    for (int i = 0; i < THREADS; i++) {
      String name = args[1] + '-' + i;
      all[i] = CompletableFuture.runAsync(() -> upload(library, name), threads);
    }
    CompletableFuture.allOf(all).join();
  }

  private static void upload(TestLibrary library, String name) {
    for (int i = 0; ; i++) {
      String text = name + ' ' + i;
      Upload upload =
          Upload.of("https://a.example/" + i + ".js", "map " + text.repeat(2_000))
              .text("text " + text)
              .release(name);
      System.out.println("acknowledged " + library.add(upload).entry().id());
    }
  }
}
