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
import java.util.Map;
import java.util.Objects;

/**
 * Keeps a script on disk that the warm-up looks up again and again. The script has a scope of its
 * own, which no token can have. Its look-ups are not counted.
 */
@ApplicationScoped
public class ScriptPractice {
  /** The script's URL. Every configuration refuses to fetch a URL with a user name. */
  public static final String URL = "https://warm-up@localhost/app.min.js";

  /** The script's scope. */
  public static final String SCOPE = PracticeTable.SCOPE;

  private static final WebUrl PARSED = Objects.requireNonNull(WebUrl.parse(URL));
  private static final ScriptKey KEY = new ScriptKey(SCOPE, PARSED.href());

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
   * Writes the script's record and table to the disk, in place of those of an earlier process.
   *
   * @param table the bytes of {@link PracticeTable#compile}
   * @return false if the disk is not used
   */
  public boolean keep(byte[] table) {
    String hash = Sha256.of(table);
    Expiry never = new Expiry(true, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    FileVersion file = new FileVersion(PARSED, hash, new StoredHeaders(Map.of()), never);
    BuildIdentity build = new BuildIdentity(new ScriptContent(hash, null), null);
    ScriptRecord record =
        new ScriptRecord(
            new FilePair(file, PARSED, file, build), URL, hash, rules.settings(), records.grants());
    byte[] written = RecordCodec.encode(record, KEY.name());
    return disk.write(KEY.block(hash), ByteBuffer.wrap(table))
        && disk.write(KEY.record(), ByteBuffer.wrap(written));
  }

  /** Forgets the script in memory, so that the next look-up reads the disk. */
  public void forget() {
    memory.forget(KEY);
  }
}
