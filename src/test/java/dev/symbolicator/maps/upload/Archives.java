package dev.symbolicator.maps.upload;

import dev.symbolicator.testing.Encode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

public final class Archives {
  /** The bytes of a record of a tar. */
  static final int RECORD = 512;

  private static final int SYMBOLIC_LINK_MODE = 0xa1ff;

  private Archives() {}

  /** Returns files by their paths, from paths and contents in turn. */
  public static Map<String, byte[]> files(String... pathsAndContents) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (int i = 0; i < pathsAndContents.length; i += 2) {
      files.put(pathsAndContents[i], pathsAndContents[i + 1].getBytes(StandardCharsets.UTF_8));
    }
    return files;
  }

  interface Writing {
    void to(OutputStream out) throws IOException;
  }

  static byte[] written(Writing writing) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      writing.to(out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return out.toByteArray();
  }

  public static byte[] tar(Map<String, byte[]> files) {
    return written(
        out -> {
          try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out, "UTF-8")) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            tar.setAddPaxHeadersForNonAsciiNames(true);
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
              TarArchiveEntry entry = new TarArchiveEntry(file.getKey(), true);
              entry.setSize(file.getValue().length);
              tar.putArchiveEntry(entry);
              tar.write(file.getValue());
              tar.closeArchiveEntry();
            }
          }
        });
  }

  static byte[] tarHeader(byte[] name, char type, long size) {
    byte[] header = new byte[RECORD];
    System.arraycopy(name, 0, header, 0, Math.min(name.length, 100));
    put(header, 100, "0000644");
    put(header, 124, "%011o".formatted(size));
    put(header, 136, "00000000000");
    Arrays.fill(header, 148, 156, (byte) ' ');
    header[156] = (byte) type;
    put(header, 157, "target");
    put(header, 257, "ustar");
    put(header, 263, "00");
    int sum = 0;
    for (byte b : header) {
      sum += b & 0xff;
    }
    put(header, 148, "%06o\0".formatted(sum));
    return header;
  }

  public static byte[] tarHeader(String name, char type, long size) {
    return tarHeader(name.getBytes(StandardCharsets.UTF_8), type, size);
  }

  private static void put(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }

  public static byte[] tarOf(byte[]... parts) {
    return written(
        out -> {
          for (byte[] part : parts) {
            out.write(part);
          }
          out.write(new byte[2 * RECORD]);
        });
  }

  public static byte[] gzip(byte[] content) {
    return Encode.gzip(content);
  }

  public static byte[] tarGzip(Map<String, byte[]> files) {
    return gzip(tar(files));
  }

  public static byte[] zip(Map<String, byte[]> files) {
    return written(
        out -> {
          try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
              zip.putNextEntry(new ZipEntry(file.getKey()));
              zip.write(file.getValue());
              zip.closeEntry();
            }
          }
        });
  }

  /** Returns a zip of stored files, whose members in the directory a test can change. */
  static byte[] storedZip(Map<String, byte[]> files) {
    return written(
        out -> {
          try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
              java.util.zip.CRC32 checksum = new java.util.zip.CRC32();
              checksum.update(file.getValue());
              ZipEntry entry = new ZipEntry(file.getKey());
              entry.setMethod(ZipEntry.STORED);
              entry.setSize(file.getValue().length);
              entry.setCrc(checksum.getValue());
              zip.putNextEntry(entry);
              zip.write(file.getValue());
              zip.closeEntry();
            }
          }
        });
  }

  /** Returns one of Sentry's bundles: eight bytes before a zip. */
  public static byte[] bundle(Map<String, byte[]> files) {
    byte[] zip = zip(files);
    return ByteBuffer.allocate(8 + zip.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put("SYSB".getBytes(StandardCharsets.US_ASCII))
        .putInt(2)
        .put(zip)
        .array();
  }

  static int directory(byte[] zip) {
    return ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN).getInt(zip.length - 6);
  }

  public static byte[] withLink(byte[] zip) {
    int at = directory(zip);
    zip[at + 5] = 3;
    zip[at + 40] = (byte) SYMBOLIC_LINK_MODE;
    zip[at + 41] = (byte) (SYMBOLIC_LINK_MODE >> 8);
    return zip;
  }
}
