package dev.symbolicator.content;

import dev.symbolicator.content.ContentCoding.NativeCodecs;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Encode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Says what a process answers whose native libraries cannot be loaded. */
final class MissingLibraries {
  private MissingLibraries() {}

  public static void main(String[] arguments) {
    byte[] gzip = Encode.gzip(new byte[] {1, 2});
    byte[] zstd = new ZstdFrame().window(0, 0).zeros(10).end();
    System.out.println("at first: " + ContentCodings.parse("br"));
    System.out.println(
        "zstd: " + Decode.whole(zstd, of(ContentCoding.ZSTD), 100, new ByteBudget(1 << 20).open()));
    Set<ContentCoding> missing = new TreeSet<>(NativeCodecs.load().keySet());
    System.out.println("missing: " + missing);
    System.out.println("then: " + ContentCodings.parse("br") + ", " + ContentCodings.names());
    System.out.println(
        "offers: " + List.of(ContentCoding.values()).stream().filter(Encoding::offers).toList());
    Decoder.Decoding decoding =
        Decode.whole(gzip, of(ContentCoding.GZIP), 100, new ByteBudget(1 << 20).open());
    System.out.println("gzip: " + decoding.getClass().getSimpleName());
  }

  private static ContentCodings.Supported of(ContentCoding coding) {
    return new ContentCodings.Supported(List.of(coding));
  }
}
