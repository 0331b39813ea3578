package dev.symbolicator.script;

import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.freshness.FileVersion;
import dev.symbolicator.freshness.StoredHeaders;
import dev.symbolicator.maps.BuildIdentity;
import dev.symbolicator.maps.ScriptContent;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.sources.SourceRules;
import dev.symbolicator.store.DiskTier;
import dev.symbolicator.tables.PracticeTable;
import dev.symbolicator.url.WebUrl;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Keeps scripts on disk that the warm-up looks up again and again. The scripts have a scope of
 * their own, which no token can have. Their look-ups are not counted.
 */
@ApplicationScoped
public class ScriptPractice {
  /** The scripts' URLs. Every configuration refuses to fetch a URL with a user name. */
  public static final List<String> URLS =
      List.of(
          "https://warm-up@localhost/app.min.js",
          "https://warm-up@localhost/vendor.min.js",
          "https://warm-up@localhost/page.min.js",
          "https://warm-up@127.0.0.1/app.min.js");

  /** The scripts' scope. */
  public static final String SCOPE = PracticeTable.SCOPE;

  private final DiskTier disk;
  private final MemoryTier memory;
  private final RecordStore records;
  private final SourceRules rules;

  ScriptPractice(DiskTier disk, MemoryTier memory, RecordStore records, SourceRules rules) {
    this.disk = disk;
    this.memory = memory;
    this.records = records;
    this.rules = rules;
  }

  /** Tells whether a look-up is practice. */
  static boolean isOf(ScriptKey key) {
    return key.scope().equals(SCOPE);
  }

  /**
   * Tells whether an earlier process kept the scripts under the present configuration. Its table
   * may be another version's, which is found when the table is read.
   */
  public boolean areKept() {
    ScriptKey key = key(URLS.get(0));
    byte[] written = disk.read(key.record());
    ScriptRecord record = written == null ? null : records.read(key, written);
    return record != null && record.settings().equals(rules.settings());
  }

  /**
   * Writes the scripts' records and their one table to the disk, in place of those of an earlier
   * process.
   *
   * @param table the bytes of {@link PracticeTable#compile}
   * @return false if the disk is not used
   */
  public boolean keep(byte[] table) {
    String hash = Sha256.of(table);
    return disk.write(key(URLS.get(0)).block(hash), ByteBuffer.wrap(table))
        && URLS.stream().allMatch(url -> keepRecord(url, hash));
  }

  private boolean keepRecord(String url, String hash) {
    ScriptKey key = key(url);
    WebUrl parsed = Objects.requireNonNull(WebUrl.parse(url));
    Expiry never = new Expiry(true, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    FileVersion file = new FileVersion(parsed, hash, new StoredHeaders(Map.of()), never);
    BuildIdentity build = new BuildIdentity(new ScriptContent(hash, null), null);
    ScriptRecord record =
        new ScriptRecord(
            new FilePair(file, parsed, file, build), url, hash, rules.settings(), records.grants());
    byte[] written = RecordCodec.encode(record, key.name());
    return disk.write(key.record(), ByteBuffer.wrap(written));
  }

  private static ScriptKey key(String url) {
    return new ScriptKey(SCOPE, url);
  }

  /** Forgets the scripts in memory, so that the next look-up reads the disk. */
  public void forget() {
    URLS.forEach(url -> memory.forget(key(url)));
  }
}
