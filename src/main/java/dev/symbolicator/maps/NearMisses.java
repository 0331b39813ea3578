package dev.symbolicator.maps;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Words for people why a key found nothing, with uploads that are nearly right. */
final class NearMisses {
  /** Uploads of one file name that are looked at. */
  private static final int MOST_SEEN = 200;

  private final Candidates candidates;
  private final ScriptNames names;
  private final int most;

  NearMisses(Candidates candidates, ScriptNames names, int most) {
    this.candidates = candidates;
    this.names = names;
    this.most = most;
  }

  String found(MapEntry entry) {
    return "Found the upload "
        + entry.id()
        + " of "
        + entry.script()
        + (entry.release() == null ? "" : ", release " + entry.release())
        + '.';
  }

  String ofDebugId(String id) {
    return noDebugId(id) + otherDebugIds();
  }

  /** Says why no upload with a debug ID was used. */
  private String noDebugId(String id) {
    if (!candidates.withDebugId(id).isEmpty()) {
      return "Different maps have the debug ID " + id + ". Delete the wrong ones.";
    }
    return candidates.hasElsewhere(id)
        ? "The upload with the debug ID "
            + id
            + " may not answer this URL: the prefixes of its token do not allow it."
        : "No uploaded map has the debug ID " + id + '.';
  }

  String ofUrl(ScriptName name) {
    return "No upload is of this script." + otherPlaces();
  }

  String ofRelease(ScriptName name, String release) {
    Set<String> others = releases(candidates.ofScript(name));
    return others.isEmpty()
        ? ofUrl(name)
        : "No upload of this script is of the release "
            + release
            + ", but uploads are of "
            + some(others)
            + '.';
  }

  /** Says why rows found by the files on the web were not used. */
  String ofWeb(RowList ofOtherReleases, String key) {
    Set<String> others = releases(ofOtherReleases);
    if (ofOtherReleases.isEmpty()) {
      return "No upload has " + key + '.';
    }
    return "No upload of this release has "
        + key
        + ", but an upload "
        + (others.isEmpty() ? "without a release has." : "of " + some(others) + " has.");
  }

  /** Says why a script without a release was not chosen among several. */
  String ofReleases(RowList latest) {
    return "Uploads of "
        + latest.size()
        + " releases differ ("
        + some(releases(latest))
        + "). Name the profile's with ?release=.";
  }

  String debugIdMissing(String id, @Nullable BuildIdentity web) {
    String onWeb =
        web == null
            ? ""
            : web.debugId() == null
                ? " The script on the web has no debug ID."
                : " The script on the web has the debug ID " + web.debugId() + '.';
    return noDebugId(id)
        + onWeb
        + otherDebugIds()
        + " Upload the map of the build that was profiled.";
  }

  String releaseMissing(String release) {
    Set<String> releases =
        releases(all(candidates::ofScript)); // never empty: another release's upload is why
    return "The script was uploaded for "
        + some(releases)
        + ", but not for the release "
        + release
        + ". Upload the map of this release, or name the release that was profiled.";
  }

  private String otherDebugIds() {
    Set<String> others = distinct(all(candidates::ofScript), MapEntry::debugId);
    return others.isEmpty()
        ? otherPlaces()
        : " Uploads of this script have the debug ID " + some(others) + '.';
  }

  private String otherPlaces() {
    List<ScriptName> known = names.all().stream().map(ScriptName::comparable).toList();
    String file = names.all().get(0).file();
    if (file.isEmpty()) {
      return "";
    }
    Set<String> others = distinct(candidates.ofFile(file, MOST_SEEN), MapEntry::script);
    others.removeIf(other -> known.contains(ScriptName.of(other).comparable()));
    return others.isEmpty()
        ? ""
        : ' ' + file + " was uploaded as " + some(others) + ": check base= of the upload.";
  }

  private RowList all(Function<ScriptName, RowList> source) {
    RowList all = new RowList();
    for (ScriptName name : names.all()) {
      RowList some = source.apply(name);
      for (int i = 0; i < some.size(); i++) {
        all.add(some.get(i));
      }
    }
    return all;
  }

  private Set<String> releases(RowList rows) {
    return distinct(rows, MapEntry::release);
  }

  /** Returns values of the latest rows. */
  private Set<String> distinct(RowList rows, Function<MapEntry, @Nullable String> value) {
    Set<String> values = new LinkedHashSet<>();
    for (int i = 0; i < Math.min(rows.size(), MOST_SEEN); i++) {
      String each = value.apply(candidates.entry(rows.get(i)));
      if (each != null) {
        values.add(each);
      }
    }
    return values;
  }

  /** Lists some values, and the number of the others. */
  private String some(Collection<String> values) {
    String first = values.stream().limit(most).collect(Collectors.joining(", "));
    return values.size() > most ? first + " and " + (values.size() - most) + " others" : first;
  }
}
