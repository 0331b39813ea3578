package dev.symbolicator.maps;

import java.util.Locale;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Writes a line for each upload and each deletion, without contents and without secrets. */
final class AuditLog {
  private static final Logger LOG = Logger.getLogger("dev.symbolicator.audit");

  private AuditLog() {}

  static void uploaded(Uploader uploader, Added added) {
    log("upload", uploader.token(), added.entry(), added.outcome().name().toLowerCase(Locale.ROOT));
  }

  static void deleted(Uploader uploader, MapEntry entry) {
    log("deletion", uploader.token(), entry, "deleted");
  }

  static void expired(MapEntry entry) {
    log("deletion", "retention", entry, "deleted");
  }

  private static void log(String action, String token, MapEntry entry, String outcome) {
    LOG.infof(
        "%s by=%s scope=%s script=%s release=%s id=%s outcome=%s",
        action,
        word(token),
        word(entry.scope()),
        word(entry.script()),
        word(entry.release()),
        entry.id(),
        outcome);
  }

  /** Quotes a text that could look like other words of the line, or like another line. */
  private static String word(@Nullable String text) {
    if (text == null) {
      return "-";
    }
    boolean isPlain = text.chars().allMatch(c -> c > ' ' && c < 0x7F && c != '"');
    return isPlain && !text.isEmpty()
        ? text
        : '"' + text.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}\"]", "?") + '"';
  }
}
