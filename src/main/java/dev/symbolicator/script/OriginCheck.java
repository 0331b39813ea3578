package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.fetch.FetchRequest;
import dev.symbolicator.fetch.FetchResult;
import dev.symbolicator.fetch.FetchResult.Fetched;
import dev.symbolicator.fetch.FetchResult.NotModified;
import dev.symbolicator.fetch.Fetcher;
import dev.symbolicator.freshness.FileVersion;
import dev.symbolicator.script.FileLoader.FetchedFiles;
import dev.symbolicator.script.FileLoader.FetchedFiles.FetchedMap;
import dev.symbolicator.script.FileLoader.FetchedFiles.FetchedScript;
import dev.symbolicator.script.FileLoader.FileVersions;
import dev.symbolicator.script.RecordStore.FilePair;
import dev.symbolicator.script.ScriptPipeline.LoadContext;
import dev.symbolicator.tables.TableCompiler;
import dev.symbolicator.threads.Futures;
import dev.symbolicator.url.WebUrl;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** Asks a script's origin whether script, then map, are still the known versions. */
@ApplicationScoped
class OriginCheck {
  private final Fetcher fetcher;
  private final TableCompiler compiler;
  private final FileVersions versions;

  OriginCheck(Fetcher fetcher, TableCompiler compiler, FileVersions versions) {
    this.fetcher = fetcher;
    this.compiler = compiler;
    this.versions = versions;
  }

  enum CheckExtent {
    /** The files that are no longer fresh, and a map that could not be fetched. */
    STALE_FILES,
    /** The script, and its map if that is no longer fresh. */
    SCRIPT,
    /** Both files: if they do not match, either may be the old one. */
    BOTH_FILES,
    /** The whole script, which is to be compiled again; the map only if the script changed. */
    WHOLE_SCRIPT
  }

  sealed interface OriginAnswer {}

  /** Both files are the known versions; their expiry is updated. */
  record Unchanged(FilePair files) implements OriginAnswer {}

  /** The whole script was fetched and is the known version. */
  record SameScript(FetchedScript script) implements OriginAnswer {}

  /** A file changed, or another map is named. Has the new files that were fetched. */
  record Changed(FetchedFiles fetched) implements OriginAnswer {}

  /** The origin could not be asked for the script, or the script is gone. */
  record ScriptFailed(FetchFailure why) implements OriginAnswer {}

  /** The origin could not be asked for the map, or it is gone; has the script alone. */
  record MapFailed(FetchFailure why, FilePair files, WebUrl mapUrl) implements OriginAnswer {}

  private record Question(LoadContext load, FilePair known, CheckExtent extent) {}

  /** Asks a script's origin; the fetched files are closed once the use of the answer is done. */
  <T> CompletableFuture<T> check(
      LoadContext load,
      FilePair known,
      CheckExtent extent,
      Function<OriginAnswer, CompletableFuture<T>> use) {
    return ask(new Question(load, known, extent))
        .thenCompose(
            answer ->
                Futures.guarded(() -> use.apply(answer))
                    .whenComplete((done, fault) -> close(answer)));
  }

  private static void close(OriginAnswer answer) {
    if (answer instanceof Changed changed) {
      changed.fetched().close();
    } else if (answer instanceof SameScript same) {
      same.script().file().close();
    }
  }

  private CompletableFuture<OriginAnswer> ask(Question question) {
    FileVersion script = question.known.script();
    if (question.extent == CheckExtent.STALE_FILES && versions.isFresh(script)) {
      return askForMap(question, script);
    }
    FetchRequest request =
        FetchRequest.script(question.load.url()).forScope(question.load.key().scope());
    return fetcher
        .fetch(
            question.extent == CheckExtent.WHOLE_SCRIPT
                ? request
                : request.with(FileVersions.validators(script)))
        .thenComposeAsync(answer -> script(question, answer), compiler.threads());
  }

  private CompletableFuture<OriginAnswer> script(Question question, FetchResult answer) {
    FileVersion known = question.known.script();
    if (answer instanceof NotModified confirmed) {
      FileVersion script = versions.confirmed(known, confirmed);
      return script.headers().nameSameMapAs(known.headers())
          ? askForMap(question, script)
          : done(new Changed(FetchedFiles.NONE));
    }
    if (!(answer instanceof Fetched file)) {
      return done(new ScriptFailed((FetchFailure) answer));
    }
    return orClosed(file, () -> fetchedScript(question, file));
  }

  private CompletableFuture<OriginAnswer> fetchedScript(Question question, Fetched file) {
    FileVersion known = question.known.script();
    FetchedScript script = FetchedScript.of(file, versions.of(file));
    if (!script.version().isSameAs(known)
        || !script.version().headers().nameSameMapAs(known.headers())) {
      return done(new Changed(FetchedFiles.of(script)));
    }
    if (question.extent == CheckExtent.WHOLE_SCRIPT) {
      return done(new SameScript(script));
    }
    file.close();
    return askForMap(question, script.version());
  }

  private CompletableFuture<OriginAnswer> askForMap(Question question, FileVersion script) {
    WebUrl mapUrl = question.known.mapUrl();
    FileVersion map = question.known.map();
    boolean mapIsFresh =
        map != null && question.extent != CheckExtent.BOTH_FILES && versions.isFresh(map);
    if (mapUrl == null || mapIsFresh) {
      return done(new Unchanged(question.known.with(script, map)));
    }
    FetchRequest request =
        FetchRequest.sourceMap(mapUrl, script.url()).forScope(question.load.key().scope());
    return fetcher
        .fetch(map == null ? request : request.with(FileVersions.validators(map)))
        .thenComposeAsync(
            answer -> map(question.known.with(script, map), answer), compiler.threads());
  }

  private CompletableFuture<OriginAnswer> map(FilePair asked, FetchResult answer) {
    FileVersion known = asked.map();
    WebUrl mapUrl = Objects.requireNonNull(asked.mapUrl());
    if (answer instanceof NotModified confirmed && known != null) {
      return done(new Unchanged(asked.with(asked.script(), versions.confirmed(known, confirmed))));
    }
    if (!(answer instanceof Fetched file)) {
      return answer instanceof FetchFailure failure
          ? done(new MapFailed(failure, asked.with(asked.script(), null), mapUrl))
          : done(new Changed(FetchedFiles.NONE));
    }
    return orClosed(file, () -> fetchedMap(asked, mapUrl, file));
  }

  private CompletableFuture<OriginAnswer> fetchedMap(FilePair asked, WebUrl mapUrl, Fetched file) {
    FileVersion known = asked.map();
    FileVersion version = versions.of(file);
    if (known != null && version.isSameAs(known)) {
      file.close();
      return done(new Unchanged(asked.with(asked.script(), version)));
    }
    return done(
        new Changed(FetchedFiles.of(new FetchedMap(mapUrl, asked.script().url(), file, version))));
  }

  /** Closes a file if the work fails, since no answer holds it then. */
  private static CompletableFuture<OriginAnswer> orClosed(
      Fetched file, Supplier<CompletableFuture<OriginAnswer>> work) {
    return Futures.guarded(work)
        .whenComplete(
            (answer, fault) -> {
              if (fault != null) {
                file.close();
              }
            });
  }

  private static CompletableFuture<OriginAnswer> done(OriginAnswer answer) {
    return CompletableFuture.completedFuture(answer);
  }
}
