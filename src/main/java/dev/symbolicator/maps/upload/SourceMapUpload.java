package dev.symbolicator.maps.upload;

import dev.symbolicator.maps.MapEntry;
import dev.symbolicator.maps.MapLibrary;
import dev.symbolicator.maps.MapLibrary.Added;
import dev.symbolicator.maps.MapLibrary.NewMap;
import dev.symbolicator.maps.MapLibrary.Uploader;
import dev.symbolicator.maps.objects.Spool.SpooledBlob;
import dev.symbolicator.maps.objects.Spool.SpooledBytes;
import dev.symbolicator.maps.objects.Spool.SpooledFiles;
import dev.symbolicator.maps.upload.ArchiveReader.ArchiveSink;
import dev.symbolicator.maps.upload.LimitedContent.PlainContent;
import dev.symbolicator.maps.upload.Pairing.ReadScript;
import dev.symbolicator.maps.upload.SourceMapUploads.UploadMemory;
import dev.symbolicator.maps.upload.UploadReport.ReportedScript;
import dev.symbolicator.maps.upload.UploadReport.ReportedScript.ScriptOutcome;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.ByteBudget;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One upload: its temporary files, memory and place among others. All methods block. Closing
 * removes the files; the library keeps its own. Not thread-safe.
 */
public final class SourceMapUpload implements AutoCloseable {
  private static final String BODY = "The body";
  private static final int BUFFER_BYTES = 1 << 14;
  private static final String MAPPINGS = "\"mappings\"";

  /** The memory of a file's place in lists and in the report, besides its name. */
  private static final int FILE_BYTES = 1_500;

  /** Texts with a script's name: of the file, of the entry, and one while both are made. */
  private static final int NAME_COPIES = 3;

  private final Uploader uploader;
  private final MapLibrary library;
  private final SpooledFiles files;
  private final UploadMemory memory;
  private final UploadLimits limits;
  private final ByteBudget.Lease lease;
  private final Allowance allowance;
  private final Runnable whenClosed;

  SourceMapUpload(
      Uploader uploader,
      MapLibrary library,
      SpooledFiles files,
      UploadMemory memory,
      UploadLimits limits,
      ByteBudget.Lease lease,
      Runnable whenClosed) {
    this.uploader = uploader;
    this.library = library;
    this.files = files;
    this.memory = memory;
    this.limits = limits;
    this.lease = lease;
    allowance = Allowance.of(lease);
    this.whenClosed = whenClosed;
  }

  public SpooledFiles files() {
    return files;
  }

  /** Spools one script or map, inflated if it is gzip. The name is for messages. */
  public SpooledBlob content(String name, InputStream content) throws IOException {
    return files.blob(
        PlainContent.of(name, content, limits), Long.MAX_VALUE); // PlainContent has the limit
  }

  /** Takes wanted files out of a tar, tar.gz, zip or Sentry's bundle, in their order. */
  public List<ArchiveFile> archive(SpooledBytes archive, Predicate<String> isWanted)
      throws IOException {
    List<ArchiveFile> found = new ArrayList<>();
    ArchiveSink sink =
        new ArchiveSink() {
          @Override
          public boolean wants(String path) {
            return isWanted.test(path);
          }

          @Override
          public void file(String path, InputStream content) throws IOException {
            allowance.take(FILE_BYTES + (long) Character.BYTES * path.length());
            found.add(new ArchiveFile(path, files.blob(content, Long.MAX_VALUE)));
          }
        };
    try {
      ArchiveReader.read(archive, limits, allowance, sink);
    } catch (Allowance.Exceeded exceeded) {
      throw UploadMemory.refusal(exceeded, "the archive");
    }
    return found;
  }

  /** Takes scripts and maps out of an archive of the folder whose place is the base. */
  public List<UploadedFile> buildFolder(SpooledBytes archive, ScriptBase base) throws IOException {
    List<UploadedFile> found = new ArrayList<>();
    for (ArchiveFile file : archive(archive, path -> FileRole.of(path) != FileRole.OTHER)) {
      FileRole role = FileRole.of(file.path());
      String url = base.scriptAt(file.path());
      if (url != null && (role != FileRole.PERHAPS_MAP || hasMappings(file.content()))) {
        charge(url);
        FileRole known = role == FileRole.PERHAPS_MAP ? FileRole.MAP : role;
        found.add(new UploadedFile(file.path(), url, known, null, null, file.content()));
      }
    }
    return found;
  }

  private static boolean hasMappings(SpooledBlob json) throws IOException {
    byte[] piece = new byte[BUFFER_BYTES];
    int matched = 0;
    try (InputStream in = json.open()) {
      for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
        for (int i = 0; i < length; i++) {
          // The quotation mark, with which the text begins, is nowhere else but at its end.
          matched = piece[i] == MAPPINGS.charAt(matched) ? matched + 1 : piece[i] == '"' ? 1 : 0;
          if (matched == MAPPINGS.length()) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Charges the name of a script, which is much longer than its path if the base is long. */
  private void charge(String url) throws UploadRefusedException {
    try {
      allowance.take((long) NAME_COPIES * url.length());
    } catch (Allowance.Exceeded exceeded) {
      throw UploadMemory.refusal(exceeded, "the archive");
    }
  }

  /**
   * Adds one map, whose script of that {@link ScriptBase#scriptName} is not sent.
   *
   * @throws UploadRefusedException if the body is no source map, or memory is lacking
   * @throws IOException if the store is not available; nothing was stored then
   */
  public UploadReport addMap(
      String script, @Nullable String debugId, InputStream body, UploadOptions options)
      throws IOException {
    SpooledBlob map = content(BODY, body);
    UploadReport report =
        add(List.of(new UploadedFile(BODY, script, FileRole.MAP, debugId, null, map)), options);
    ReportedScript only = report.scripts().get(0);
    if (only.outcome() == ScriptOutcome.UNREADABLE) {
      throw UploadRefusedException.map(only.detail(), only.offset() == null ? -1 : only.offset());
    }
    return report;
  }

  /**
   * Pairs scripts with maps, and adds the right pairs, durably when the method returns.
   *
   * @throws UploadRefusedException if memory is lacking
   * @throws IOException if the store is not available; nothing was stored then
   */
  public UploadReport add(List<UploadedFile> uploaded, UploadOptions options) throws IOException {
    PairCheck check = new PairCheck(uploader, options, files, limits);
    List<CheckedPair> pairs = new UploadCheck(memory, allowance, check).check(uploaded);
    if (options.isStrict() || options.isDryRun()) {
      UploadReport foretold = store(pairs, options, true);
      if (options.isDryRun() || !foretold.isAllKept()) {
        return foretold;
      }
    }
    return store(pairs, options, false);
  }

  private UploadReport store(List<CheckedPair> pairs, UploadOptions options, boolean isDryRun)
      throws IOException {
    List<NewMap> maps = new ArrayList<>();
    for (CheckedPair pair : pairs) {
      if (pair.added() != null) {
        maps.add(pair.added());
      }
    }
    List<Added> outcomes = maps.isEmpty() ? List.of() : library.add(uploader, maps, isDryRun);
    List<ReportedScript> scripts = new ArrayList<>();
    int next = 0;
    for (CheckedPair pair : pairs) {
      ScriptOutcome refusal = pair.refusal();
      MapEntry known = refusal == ScriptOutcome.UNPAIRED ? known(pair, options) : null;
      if (known != null) {
        scripts.add(pair.unchanged(known));
      } else {
        scripts.add(refusal == null ? pair.report(outcomes.get(next++)) : pair.report(refusal));
      }
    }
    return UploadReport.of(isDryRun, scripts);
  }

  /** Finds a script that comes without its map, which tools delete after an upload; else null. */
  private @Nullable MapEntry known(CheckedPair pair, UploadOptions options) throws IOException {
    ReadScript script = pair.pair().script();
    return script == null
        ? null
        : library.find(
            uploader, pair.script(), options.release(), options.dist(), script.facts().sha256());
  }

  @Override
  public void close() {
    files.close();
    lease.close();
    whenClosed.run();
  }

  /**
   * A script or a map.
   *
   * @param path for people, usually that in the archive
   * @param url as {@link ScriptBase} makes it
   * @param debugId as the uploader says, in lower case with hyphens
   * @param mapUrl where the uploader says that the map is, relative to the script
   */
  public record UploadedFile(
      String path,
      String url,
      FileRole role,
      @Nullable String debugId,
      @Nullable String mapUrl,
      SpooledBlob content) {}

  public enum FileRole {
    SCRIPT,
    MAP,
    /** A JSON file that may be a map. */
    PERHAPS_MAP,
    OTHER;

    /** Returns the role that a path suggests. Maps of style sheets and of types are of no use. */
    public static FileRole of(String path) {
      String name = path.toLowerCase(Locale.ROOT);
      if (endsWith(name, ".js", ".mjs", ".cjs")) {
        return SCRIPT;
      }
      if (name.endsWith(".map")) {
        return endsWith(name, ".css.map", ".d.ts.map", ".d.mts.map", ".d.cts.map") ? OTHER : MAP;
      }
      return name.endsWith(".json") ? PERHAPS_MAP : OTHER;
    }

    private static boolean endsWith(String name, String... ends) {
      for (String end : ends) {
        if (name.endsWith(end)) {
          return true;
        }
      }
      return false;
    }
  }

  /** Options of an upload. A strict one keeps nothing unless every script will resolve. */
  public record UploadOptions(
      @Nullable String release, @Nullable String dist, boolean isDryRun, boolean isStrict) {}

  /** A file of an archive. The path has slashes, and neither {@code .} nor {@code ..}. */
  public record ArchiveFile(String path, SpooledBlob content) {}
}
