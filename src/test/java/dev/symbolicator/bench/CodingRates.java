package dev.symbolicator.bench;

import com.aayushatharva.brotli4j.encoder.BrotliOutputStream;
import com.aayushatharva.brotli4j.encoder.Encoder;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.ContentCoding.NativeCodecs;
import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.content.Decoder;
import dev.symbolicator.content.Decoder.Decoding;
import dev.symbolicator.content.Encoding;
import dev.symbolicator.memory.ByteBudget;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/**
 * Encodes a trace of the corpus, and a longer recording of it, in the codings of answers, and
 * prints the CPU time and the size of each. The codings take turns. Before, prints the CPU time to
 * decode both as bodies of requests.
 */
final class CodingRates {
  private static final Path CORPUS = Path.of("../shared/corpus");
  private static final int ROUNDS = 21;
  private static final int LONG_SAMPLES = 41_000;

  private CodingRates() {}

  private interface Coder {
    OutputStream of(OutputStream out) throws IOException;
  }

  private static final class LevelledGzip extends GZIPOutputStream {
    LevelledGzip(OutputStream out, int level) throws IOException {
      super(out, 1 << 16);
      def.setLevel(level);
    }
  }

  public static void main(String[] args) throws IOException {
    if (!NativeCodecs.load().isEmpty()) {
      throw new IllegalStateException("no native codecs");
    }
    Map<String, Coder> coders = new LinkedHashMap<>();
    coders.put("gzip", out -> Encoding.of(ContentCoding.GZIP, out));
    for (int level : new int[] {1, 2, 4, 6}) {
      coders.put("gzip " + level, out -> new LevelledGzip(out, level));
    }
    coders.put("zstd", out -> Encoding.of(ContentCoding.ZSTD, out));
    coders.put("zstd 3, stream", out -> new ZstdOutputStreamNoFinalizer(out, 3));
    for (int quality = 1; quality <= 5; quality++) {
      for (int window : new int[] {16, 18, 22}) {
        Encoder.Parameters parameters =
            new Encoder.Parameters().setQuality(quality).setWindow(window);
        coders.put(
            "br " + quality + ", window " + window,
            out -> new BrotliOutputStream(out, parameters, 1 << 14));
      }
    }
    byte[] trace = Files.readAllBytes(CORPUS.resolve("vite8/trace.json"));
    decode(trace, 10, coders);
    decode(lengthened(trace), 2, coders);
    measure(trace, 10, coders);
    measure(lengthened(trace), 1, coders);
  }

  /** Decodes whole bodies, as clients commonly encode them. */
  private static void decode(byte[] content, int turns, Map<String, Coder> coders)
      throws IOException {
    Map<String, ContentCoding> codings = new LinkedHashMap<>();
    codings.put("gzip 6", ContentCoding.GZIP);
    codings.put("br 5, window 22", ContentCoding.BR);
    codings.put("zstd 3, stream", ContentCoding.ZSTD);
    System.out.printf("decoding to %d bytes%n", content.length);
    for (Map.Entry<String, ContentCoding> coding : codings.entrySet()) {
      ByteArrayOutputStream encoded = new ByteArrayOutputStream();
      try (OutputStream out = coders.get(coding.getKey()).of(encoded)) {
        out.write(content);
      }
      byte[] body = encoded.toByteArray();
      ByteBudget budget = new ByteBudget(1 << 30);
      double[] millis = new double[5 * ROUNDS];
      for (int round = 0; round < millis.length; round++) {
        long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        for (int i = 0; i < turns; i++) {
          try (ByteBudget.Lease lease = budget.open()) {
            Decoder decoder =
                new Decoder(
                    new ContentCodings.Supported(List.of(coding.getValue())), 64 << 20, lease);
            if (!decoder.accept(body) || !(decoder.finish() instanceof Decoding.Decoded)) {
              throw new IllegalStateException("not decoded");
            }
          }
        }
        long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
        millis[round] = nanos / 1e6 / turns;
      }
      double[] warm = Arrays.copyOfRange(millis, millis.length / 2, millis.length);
      Arrays.sort(warm);
      System.out.printf(Locale.ROOT, "%-16s %7.3f ms%n", coding.getValue(), warm[warm.length / 2]);
    }
  }

  private static byte[] lengthened(byte[] trace) {
    String text = new String(trace, StandardCharsets.UTF_8);
    int end = text.indexOf(']', text.indexOf("\"samples\""));
    Random random = new Random(1);
    StringBuilder more = new StringBuilder(text.substring(0, end));
    double time = 1e6;
    for (int i = 0; i < LONG_SAMPLES; i++) {
      time += 10 + random.nextDouble();
      more.append(
          ",{\"stackId\":%d,\"timestamp\":%s}".formatted(random.nextInt(1035), (float) time));
    }
    return more.append(text.substring(end)).toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void measure(byte[] content, int turns, Map<String, Coder> coders)
      throws IOException {
    Map<String, double[]> millis = new LinkedHashMap<>();
    Map<String, Integer> sizes = new LinkedHashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (Map.Entry<String, Coder> coder : coders.entrySet()) {
        long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        for (int i = 0; i < turns; i++) {
          ByteArrayOutputStream encoded = new ByteArrayOutputStream(content.length);
          try (OutputStream out = coder.getValue().of(encoded)) {
            out.write(content);
          }
          sizes.put(coder.getKey(), encoded.size());
        }
        long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
        millis.computeIfAbsent(coder.getKey(), key -> new double[ROUNDS])[round] =
            nanos / 1e6 / turns;
      }
    }
    System.out.printf("%d bytes%n", content.length);
    millis.forEach(
        (name, times) -> {
          double[] warm = Arrays.copyOfRange(times, ROUNDS / 2, ROUNDS);
          Arrays.sort(warm);
          System.out.printf(
              Locale.ROOT,
              "%-16s %7.2f ms %8d bytes%n",
              name,
              warm[warm.length / 2],
              sizes.get(name));
        });
  }
}
