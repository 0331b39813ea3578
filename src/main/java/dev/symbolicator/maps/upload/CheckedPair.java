package dev.symbolicator.maps.upload;

import dev.symbolicator.maps.MapEntry;
import dev.symbolicator.maps.MapLibrary.Added;
import dev.symbolicator.maps.MapLibrary.NewMap;
import dev.symbolicator.maps.upload.Pairing.FoundPair;
import dev.symbolicator.maps.upload.UploadReport.ColumnCheck;
import dev.symbolicator.maps.upload.UploadReport.ReportedScript;
import dev.symbolicator.maps.upload.UploadReport.ReportedScript.ScriptOutcome;
import dev.symbolicator.maps.upload.UploadReport.ReportedScript.SourceCount;
import dev.symbolicator.sourcemap.SourceMapProblem;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A checked pair, with the map to be added or the refusal.
 *
 * @param sources null if the map was not read
 * @param columns null unless script and map were read
 * @param offset the 0-based byte of the error in the inflated map
 * @param detail sentences: why it was refused, or what is odd
 */
record CheckedPair(
    FoundPair pair,
    String script,
    @Nullable String debugId,
    @Nullable SourceCount sources,
    @Nullable ColumnCheck columns,
    @Nullable NewMap added,
    @Nullable ScriptOutcome refusal,
    @Nullable Long offset,
    String detail) {

  private static final String FULL =
      "The scope has no room for the map: its maps and scripts are as large as"
          + " symbolicator.maps.max-size allows. Delete old releases, or have the operator raise"
          + " symbolicator.maps.max-size.";

  CheckedPair refused(ScriptOutcome why, String newDetail) {
    return new CheckedPair(pair, script, debugId, sources, columns, null, why, null, newDetail);
  }

  /** Returns the pair as refused, with what was sent in place of a map; null if it may be one. */
  CheckedPair unreadable(SourceMapProblem problem, @Nullable String otherContent) {
    return new CheckedPair(
        pair,
        script,
        debugId,
        null,
        null,
        null,
        ScriptOutcome.UNREADABLE,
        problem.byteOffset() < 0 ? null : (Long) problem.byteOffset(),
        otherContent == null
            ? "The source map cannot be used: " + sentence(problem)
            : "This is no source map. " + otherContent);
  }

  static String sentence(SourceMapProblem problem) {
    return problem.detail()
        + (problem.byteOffset() < 0 ? "." : " (byte " + problem.byteOffset() + ").");
  }

  /** Returns the report of a script without a map in the upload, whose map is in the library. */
  ReportedScript unchanged(MapEntry entry) {
    return report(
        ScriptOutcome.UNCHANGED,
        entry.id(),
        null,
        null,
        "The upload has no map of this script, but its map was there already.");
  }

  ReportedScript report(ScriptOutcome outcome) {
    return report(outcome, null, null, null, detail);
  }

  ReportedScript report(Added outcome) {
    MapEntry other = outcome.other();
    String id = outcome.isStored() ? outcome.entry().id() : null;
    return switch (outcome.outcome()) {
      case STORED -> report(ScriptOutcome.STORED, id, null, null, "The map is new." + detail);
      case UNCHANGED ->
          report(ScriptOutcome.UNCHANGED, id, null, null, "The map was there already." + detail);
      case REPLACED ->
          report(
              ScriptOutcome.REPLACED,
              id,
              other == null ? null : other.id(),
              null,
              "The map replaces " + (other == null ? "another" : words(other)) + '.' + detail);
      case CONFLICT ->
          report(
              ScriptOutcome.CONFLICT,
              null,
              null,
              other == null ? null : other.id(),
              "The debug ID %s of %s belongs to another map already: %s. Build anew with new debug IDs, or delete that entry."
                  .formatted(debugId, script, other == null ? "of this upload" : words(other)));
      case FULL -> report(ScriptOutcome.FULL, null, null, null, FULL);
    };
  }

  private static String words(MapEntry entry) {
    return "%s%s, uploaded by %s at %s, entry %s"
        .formatted(
            entry.script(),
            entry.release() == null ? "" : " of release " + entry.release(),
            entry.uploadedBy(),
            Instant.ofEpochMilli(entry.uploadedAt()),
            entry.id());
  }

  private ReportedScript report(
      ScriptOutcome outcome,
      @Nullable String id,
      @Nullable String replaces,
      @Nullable String conflictsWith,
      String sentences) {
    return new ReportedScript(
        script,
        pair.script() == null ? null : pair.script().file().path(),
        pair.map() == null ? null : pair.map().path(),
        pair.pairedBy() == null ? null : pair.pairedBy().label(),
        debugId,
        sources,
        columns,
        outcome,
        id,
        replaces,
        conflictsWith,
        offset,
        sentences);
  }
}
