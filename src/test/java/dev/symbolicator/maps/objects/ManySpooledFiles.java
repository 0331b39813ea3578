package dev.symbolicator.maps.objects;

import dev.symbolicator.maps.objects.MapStore.ObjectLimits;
import dev.symbolicator.maps.objects.Spool.SpooledBlob;
import dev.symbolicator.maps.objects.Spool.SpooledFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;

/** Spools as many files as an archive may have, and prints how many. */
final class ManySpooledFiles {
  static final int FILES = 4_000;

  private ManySpooledFiles() {}

  public static void main(String[] args) throws IOException {
    Spool spool = Spool.in(Path.of(args[0]), ObjectLimits.DEFAULT);
    int count = 0;
    try (SpooledFiles upload = spool.begin()) {
      for (; count < FILES; count++) {
        SpooledBlob unused = upload.blob(new ByteArrayInputStream(new byte[100]), 100);
      }
    }
    System.out.print(count);
  }
}
