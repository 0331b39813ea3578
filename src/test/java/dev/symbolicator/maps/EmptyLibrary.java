package dev.symbolicator.maps;

import java.io.InputStream;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A library without maps, for tests of other places. */
public final class EmptyLibrary implements MapLibrary {

  @Override
  public boolean isOn() {
    return false;
  }

  @Override
  public MapSearch search(ScriptRef ref) {
    return new MapSearch() {
      @Override
      public @Nullable FoundMap byReference() {
        return null;
      }

      @Override
      public boolean mayFitContent() {
        return false;
      }

      @Override
      public MapChoice withContent(BuildIdentity web) {
        return NoMap.INSTANCE;
      }

      @Override
      public MapChoice withoutContent() {
        return NoMap.INSTANCE;
      }

      @Override
      public List<Step> steps() {
        return List.of();
      }
    };
  }

  @Override
  public List<Added> add(Uploader uploader, List<NewMap> maps, boolean isDryRun) {
    throw new IllegalStateException("uploads are off");
  }

  @Override
  public @Nullable MapEntry find(
      Uploader uploader,
      String script,
      @Nullable String release,
      @Nullable String dist,
      String contentSha256) {
    return null;
  }

  @Override
  public EntryPage list(String scope, @Nullable String release, @Nullable String after, int most) {
    return EntryPage.EMPTY;
  }

  @Override
  public int delete(
      Uploader uploader, @Nullable String id, @Nullable String release, @Nullable String script) {
    return 0;
  }

  @Override
  public @Nullable InputStream openMap(MapEntry entry) {
    return null;
  }

  @Override
  public @Nullable InputStream openText(MapEntry entry) {
    return null;
  }

  @Override
  public void used(MapEntry entry) {}

  @Override
  public void onDeletion(Consumer<MapEntry> listener) {}
}
