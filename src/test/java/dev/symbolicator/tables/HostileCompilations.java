package dev.symbolicator.tables;

import dev.symbolicator.identity.KeySettings;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.sources.AvailableSources;
import dev.symbolicator.tables.HostilePairs.Pair;
import dev.symbolicator.tables.MapCompiler.MapFile;
import dev.symbolicator.tables.MapCompiler.MapOpening;
import dev.symbolicator.tables.MapCompiler.OpenedMap;
import dev.symbolicator.tables.TableResult.TableFailure;
import dev.symbolicator.url.WebUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/**
 * Compiles hostile pairs with two compilers at once, as the service does. Half of the heap is the
 * byte budget; ballast fills the rest, as the service's own data does. Runs in a JVM of its own.
 */
final class HostileCompilations {
  private static final int COMPILERS = 2;

  /** Heap bytes that the service itself takes: 11 MB when measured. */
  private static final long SERVICE_BYTES = 16L << 20;

  private static final ByteBudget BUDGET = new ByteBudget(Runtime.getRuntime().maxMemory() / 2);

  private HostileCompilations() {}

  /**
   * Writes or compiles pairs, in two processes, since making pairs takes memory too.
   *
   * @param args {@code write}, a folder, an expression and a size in bytes, to write a pair of each
   *     matching kind into the folder; or {@code compile} and the folder, to compile each pair
   *     twice at once, and once without its script
   */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[1]);
    if (args[0].equals("write")) {
      Pattern names = Pattern.compile(args[2]);
      for (Map.Entry<String, IntFunction<Pair>> kind : HostilePairs.all().entrySet()) {
        if (names.matcher(kind.getKey()).find()) {
          Pair pair = kind.getValue().apply(Integer.parseInt(args[3]));
          Path place = Files.createTempDirectory(folder, "pair");
          Files.write(place.resolve("script"), pair.script());
          Files.write(place.resolve("map"), pair.map());
          Files.writeString(place.resolve("name"), kind.getKey());
        }
      }
      return;
    }
    byte[][] ballast = new byte[64][];
    long rest = SERVICE_BYTES + Runtime.getRuntime().maxMemory() / 4;
    for (int i = 0; i < ballast.length; i++) {
      ballast[i] = new byte[(int) (rest / ballast.length)];
    }
    ExecutorService threads = Executors.newFixedThreadPool(COMPILERS);
    try (var pairs = Files.list(folder)) {
      pairs.sorted().forEach(pair -> twice(pair, threads));
    } finally {
      threads.shutdownNow();
    }
    System.out.println("survived with " + ballast.length + " pieces of ballast");
  }

  private static void twice(Path pair, ExecutorService threads) {
    CompletableFuture<String> one = compile(pair, true, threads);
    CompletableFuture<String> two = compile(pair, true, threads);
    CompletableFuture<String> alone = compile(pair, false, threads);
    System.out.print(name(pair) + ": ");
    System.out.printf("%s; %s; without script %s%n", one.join(), two.join(), alone.join());
    if (BUDGET.used() != 0) {
      throw new IllegalStateException("the budget is still charged");
    }
  }

  private static String name(Path pair) {
    try {
      return Files.readString(pair.resolve("name"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CompletableFuture<String> compile(
      Path pair, boolean withScript, ExecutorService threads) {
    return CompletableFuture.supplyAsync(() -> compile(pair, withScript), threads);
  }

  private static String compile(Path pair, boolean withScript) {
    try (ByteBudget.Lease bytes = BUDGET.open();
        ByteBudget.Lease lease = BUDGET.open()) {
      long length = Files.size(pair.resolve("script")) + Files.size(pair.resolve("map"));
      if (!bytes.grow(length)) {
        return "not fetched";
      }
      byte[] script = Files.readAllBytes(pair.resolve("script"));
      byte[] map = Files.readAllBytes(pair.resolve("map"));
      Allowance allowance = Allowance.of(lease);
      WebUrl base = Objects.requireNonNull(WebUrl.parse("https://origin.example/app.js.map"));
      MapOpening opening =
          MapCompiler.open(new MapFile(map, List.of(base), base, base.href()), allowance);
      if (!(opening instanceof OpenedMap opened)) {
        return shown((TableFailure) opening);
      }
      AvailableSources texts = AvailableSources.embedded(opened.read().texts());
      TableResult result =
          withScript
              ? MapCompiler.compile(script, opened, true, texts, KeySettings.NONE, allowance)
              : MapCompiler.compileWithoutScript(opened, texts, KeySettings.NONE, allowance);
      return result instanceof TableFailure failure ? shown(failure) : "compiled";
    } catch (Allowance.Exceeded exceeded) {
      return "overloaded";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String shown(TableFailure failure) {
    return failure.reason().name().toLowerCase(Locale.ROOT);
  }
}
