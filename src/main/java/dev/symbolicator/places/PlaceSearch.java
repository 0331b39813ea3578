package dev.symbolicator.places;

import dev.symbolicator.maps.MapSearch;
import dev.symbolicator.maps.MapSearch.FoundMap;
import dev.symbolicator.maps.MapSearch.MapChoice;
import dev.symbolicator.maps.MapSearch.NoMap;
import dev.symbolicator.maps.MapSearch.Refusal;
import dev.symbolicator.maps.MapSearch.RefusalReason;
import dev.symbolicator.maps.MapSearch.Unreachable;
import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.maps.ScriptRef.BuildIdentity;
import dev.symbolicator.maps.StoredMap;
import dev.symbolicator.maps.StoredMap.UploadedMap;
import dev.symbolicator.maps.mounted.MountedMaps.MountAnswer;
import dev.symbolicator.maps.mounted.MountedMaps.MountAnswer.MountAbsent;
import dev.symbolicator.maps.mounted.MountedMaps.MountAnswer.MountFound;
import dev.symbolicator.maps.mounted.MountedMaps.MountAnswer.MountUnreadable;
import dev.symbolicator.places.ScriptPlaces.MapPlace;
import dev.symbolicator.places.ScriptPlaces.PlaceStep;
import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptResult.ScriptReport;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.threads.Spans;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One look-up of a script in all places. What the profile says of the build is asked of the uploads
 * first, then the content that the web serves now, then the URL alone. So the web is asked in the
 * uploads' turn, if any could fit, and its answer is kept for its own.
 */
final class PlaceSearch {
  private final ScriptPlaces all;
  private final ScriptRef ref;
  private final Function<ScriptRef, CompletableFuture<ScriptResult>> web;
  private final MapSearch uploads;
  private final ProfiledBuild profiled;

  /** Joined work completes in the contexts of others. */
  private final Context trace = Context.current();

  /** Null if nobody asks for them. The places are asked on different threads. */
  private final @Nullable Queue<PlaceStep> steps;

  private @Nullable CompletableFuture<ScriptResult> onWeb;

  /** Why no other build may answer; null while no place said so. */
  private volatile @Nullable Failed refusal;

  /** The answer of the web, once it was the turn of the web. */
  private volatile @Nullable ScriptResult webAnswer;

  PlaceSearch(
      ScriptPlaces all,
      ScriptRef ref,
      Function<ScriptRef, CompletableFuture<ScriptResult>> web,
      boolean isExplained) {
    this.all = all;
    this.ref = ref;
    this.web = trace.wrapFunction(web);
    steps = isExplained ? new ConcurrentLinkedQueue<>() : null;
    uploads = isExplained ? all.library().explainedSearch(ref) : all.library().search(ref);
    profiled = new ProfiledBuild(ref);
  }

  CompletableFuture<ScriptResult> run() {
    return next(0);
  }

  CompletableFuture<List<PlaceStep>> steps() {
    return uploads
        .steps()
        .thenApply(
            tried -> {
              List<PlaceStep> shown = new ArrayList<>();
              String place = MapPlace.UPLOADED.label();
              for (MapSearch.Step step : tried) {
                shown.add(new PlaceStep(place, step.key(), step.value(), step.outcome()));
              }
              if (steps != null) {
                shown.addAll(steps);
              }
              return shown;
            });
  }

  private CompletableFuture<ScriptResult> next(int turn) {
    if (turn == all.places().size()) {
      return CompletableFuture.completedFuture(nowhere());
    }
    MapPlace place = all.places().get(turn);
    return switch (place) {
      case UPLOADED -> uploaded(turn);
      case FOLDER, BUCKET -> mounted(place, turn);
      case WEB -> onWeb().thenCompose(result -> ofWeb(result, turn));
    };
  }

  private CompletableFuture<ScriptResult> uploaded(int turn) {
    return uploads
        .byReference()
        .thenCompose(
            choice -> {
              if (!(choice instanceof NoMap)) {
                return chosen(choice, false, turn);
              }
              if (!uploads.mayFitContent()) {
                return next(turn + 1);
              }
              return asksWeb()
                  ? onWeb()
                      .thenCompose(
                          web ->
                              choice(web.build())
                                  .thenCompose(best -> chosen(best, isStale(web), turn)))
                  : uploads.withoutContent().thenCompose(best -> chosen(best, false, turn));
            });
  }

  private CompletableFuture<MapChoice> choice(@Nullable BuildIdentity build) {
    return build == null ? uploads.withoutContent() : uploads.withContent(build);
  }

  private CompletableFuture<ScriptResult> chosen(MapChoice choice, boolean isStale, int turn) {
    if (choice instanceof FoundMap found) {
      return uploaded(found, isStale);
    }
    if (choice instanceof Unreachable unreachable) {
      return CompletableFuture.completedFuture(
          Failed.passing(ScriptStatus.UNREACHABLE, unreachable.detail()));
    }
    if (choice instanceof Refusal refused) {
      refusal = ProfiledBuild.failure(refused);
    }
    return next(turn + 1);
  }

  /** Uses an uploaded map; stale if its key was a script that may have changed on the web. */
  private CompletableFuture<ScriptResult> uploaded(FoundMap found, boolean isStale) {
    all.library().used(found.entry());
    answeredBy(MapPlace.UPLOADED);
    String how =
        "The uploaded map was found by %s%s. ".formatted(found.key().words(), ofRelease(found));
    return stored(new UploadedMap(found.entry(), all.library()))
        .thenApply(result -> introduced(result, how))
        .thenApply(result -> isStale && result instanceof Found old ? old.stale() : result);
  }

  private CompletableFuture<ScriptResult> stored(StoredMap map) {
    return trace.wrapSupplier(() -> all.stored().find(ref, map, asksWeb())).get();
  }

  private static String ofRelease(FoundMap found) {
    String release = found.entry().release();
    return release == null ? "" : " (release " + release + ")";
  }

  private static ScriptResult introduced(ScriptResult result, String how) {
    ScriptReport report = result.report();
    ScriptReport introduced =
        new ScriptReport(
            report.status(), report.sourceMap(), how + report.detail(), report.retryAfter());
    return result instanceof Found found
        ? found.with(introduced)
        : new Failed(introduced, result.build());
  }

  private CompletableFuture<ScriptResult> mounted(MapPlace place, int turn) {
    return noteMissingRelease(uploads::withoutContent, turn)
        .thenCompose(noted -> all.mounted().find(ref, place == MapPlace.BUCKET, isReleaseMissing()))
        .thenCompose(answer -> ofMount(place, answer, turn));
  }

  private CompletableFuture<ScriptResult> ofMount(MapPlace place, MountAnswer answer, int turn) {
    if (answer instanceof MountFound found) {
      return stored(found.map()).thenCompose(result -> ofMounted(place, found.map(), result, turn));
    }
    if (answer instanceof MountUnreadable unreadable) {
      Failed failure =
          Failed.passing(
              ScriptStatus.UNREACHABLE,
              "The files of the rule %s cannot be read now. Try again later."
                  .formatted(unreadable.rule()));
      step(place, failure::detail);
      return CompletableFuture.completedFuture(failure);
    }
    step(place, ((MountAbsent) answer)::detail);
    return next(turn + 1);
  }

  /** Uses a mounted map, unless the profile asks for another build. */
  private CompletableFuture<ScriptResult> ofMounted(
      MapPlace place, StoredMap map, ScriptResult result, int turn) {
    Failed contradiction = isPassing(result) ? null : profiled.contradiction(result.build());
    if (contradiction != null) {
      step(place, () -> map.shown() + " is of another build than the profile.");
      refusal = contradiction;
      return next(turn + 1);
    }
    step(place, () -> map.shown() + " is the script's source map.");
    answeredBy(place);
    return CompletableFuture.completedFuture(result);
  }

  private CompletableFuture<ScriptResult> ofWeb(ScriptResult result, int turn) {
    step(MapPlace.WEB, result::detail);
    answeredBy(MapPlace.WEB);
    webAnswer = result;
    Failed contradiction = profiled.contradiction(result.build());
    if (contradiction == null && ref.debugId() != null) {
      refusal = null; // The other places only lack the build that the web has.
    } else if (refusal == null) {
      refusal = contradiction;
    }
    return noteMissingRelease(() -> choice(result.build()), turn)
        .thenCompose(
            noted ->
                result instanceof Found && refusal == null
                    ? CompletableFuture.completedFuture(result)
                    : next(turn + 1));
  }

  private CompletableFuture<ScriptResult> onWeb() {
    CompletableFuture<ScriptResult> asked = onWeb;
    if (asked == null) {
      asked = ref.url().isHttp() ? web.apply(ref).thenCompose(this::current) : unsupported();
      onWeb = asked;
    }
    return asked;
  }

  /** Waits for the origin of stale symbols that are of another build than the profile. */
  private CompletableFuture<ScriptResult> current(ScriptResult result) {
    return isStale(result) && profiled.contradiction(result.build()) != null
        ? all.renewed(ref)
        : CompletableFuture.completedFuture(result);
  }

  private CompletableFuture<ScriptResult> unsupported() {
    return CompletableFuture.completedFuture(
        new Failed(
            ScriptStatus.UNSUPPORTED,
            "Scripts with a "
                + ref.url().scheme()
                + ": URL are not fetched."
                + (ref.url().scheme().equals("file")
                    ? " Upload the script and its map for the path, such as ~/srv/app/app.js."
                    : "")));
  }

  private boolean asksWeb() {
    return all.places().contains(MapPlace.WEB);
  }

  /** Notes that the profile's release was not uploaded, if the uploads' turn comes later. */
  private CompletableFuture<@Nullable Void> noteMissingRelease(
      Supplier<CompletableFuture<MapChoice>> choice, int turn) {
    if (refusal != null
        || ref.release() == null
        || all.places().lastIndexOf(MapPlace.UPLOADED) <= turn) {
      return CompletableFuture.completedFuture(null);
    }
    return choice
        .get()
        .thenAccept(
            chosen -> {
              if (chosen instanceof Refusal refused
                  && refused.reason() == RefusalReason.RELEASE_MISSING) {
                refusal = ProfiledBuild.failure(refused);
              }
            });
  }

  private boolean isReleaseMissing() {
    Failed refused = refusal;
    return refused != null && refused.status() == ScriptStatus.RELEASE_MISSING;
  }

  private static boolean isStale(ScriptResult result) {
    return result instanceof Found found && found.isStale();
  }

  private static boolean isPassing(@Nullable ScriptResult result) {
    return result instanceof Failed failed && failed.report().isPassing();
  }

  /** Returns why no place has the script. A passing failure of the web may hide another reason. */
  private ScriptResult nowhere() {
    ScriptResult onTheWeb = webAnswer;
    Failed refused = refusal;
    if (refused != null) {
      return onTheWeb != null && isPassing(onTheWeb) ? onTheWeb : refused;
    }
    if (onTheWeb != null) {
      return onTheWeb;
    }
    String asked = all.places().stream().map(MapPlace::label).collect(Collectors.joining(", "));
    return new Failed(
        ScriptStatus.NO_SOURCE_MAP,
        "No place has a source map of this script. Asked were: %s.%s"
            .formatted(
                asked.isEmpty() ? "none" : asked,
                asksUploads() ? " Upload the map with PUT /source-maps." : ""));
  }

  private boolean asksUploads() {
    return all.library().isOn() && all.places().contains(MapPlace.UPLOADED);
  }

  /** Notes the place in the search's span; the last one counts. */
  private void answeredBy(MapPlace place) {
    Span.fromContext(trace).setAttribute(Spans.PLACE, place.label());
  }

  private void step(MapPlace place, Supplier<String> outcome) {
    if (steps != null) {
      steps.add(new PlaceStep(place.label(), null, ref.url().redacted(), outcome.get()));
    }
  }

  record ProfiledBuild(ScriptRef ref) {

    /** Returns why a build is not the profile's; null if it may be. */
    @Nullable Failed contradiction(@Nullable BuildIdentity build) {
      if (ref.debugId() != null) {
        return carriesDebugId(build) ? null : debugIdMissing();
      }
      String hash = ref.sha256();
      return hash == null || build == null || hash.equals(build.script().sha256())
          ? null
          : new Failed(
              ScriptStatus.MISMATCH,
              "The profiled script has other content than the script that was found. Upload the map"
                  + " of this build.");
    }

    private boolean carriesDebugId(@Nullable BuildIdentity build) {
      String wanted = ref.debugId();
      return wanted != null && build != null && build.hasDebugId(wanted);
    }

    private Failed debugIdMissing() {
      return new Failed(
          ScriptStatus.DEBUG_ID_MISSING,
          "No place has a map with the debug ID %s. Upload the map of this build."
              .formatted(ref.debugId()));
    }

    static Failed failure(Refusal refused) {
      return new Failed(
          refused.reason() == RefusalReason.DEBUG_ID_MISSING
              ? ScriptStatus.DEBUG_ID_MISSING
              : ScriptStatus.RELEASE_MISSING,
          refused.detail());
    }
  }
}
