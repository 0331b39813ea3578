package dev.symbolicator.maps;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks one script up in an index, as often as more becomes known of the script. */
final class ScriptLookUp implements MapSearch {
  private final Supplier<MapIndex> index;
  private final ScriptRef ref;
  private final MapLimits limits;
  private volatile Function<KeySearch, @Nullable MapChoice> last = KeySearch::byReference;

  ScriptLookUp(Supplier<MapIndex> index, ScriptRef ref, MapLimits limits) {
    this.index = index;
    this.ref = ref;
    this.limits = limits;
  }

  @Override
  public @Nullable FoundMap byReference() {
    last = KeySearch::byReference;
    return index
        .get()
        .read(
            ref.scope(), state -> isEmpty(state) ? null : search(state, StepLog.OFF).byReference());
  }

  @Override
  public boolean mayFitContent() {
    return ref.debugId() != null || !index.get().readNow(ref.scope(), ScriptLookUp::isEmpty, false);
  }

  @Override
  public MapChoice withContent(BuildIdentity web) {
    return choose(search -> search.with(web));
  }

  @Override
  public MapChoice withoutContent() {
    return choose(search -> search.with(null));
  }

  private MapChoice choose(Function<KeySearch, MapChoice> choice) {
    last = choice;
    return index
        .get()
        .read(
            ref.scope(),
            state ->
                isEmpty(state) && ref.debugId() == null
                    ? NoMap.INSTANCE
                    : choice.apply(search(state, StepLog.OFF)));
  }

  private static boolean isEmpty(@Nullable ScopeState state) {
    return state == null || state.rows().count() == 0;
  }

  private KeySearch search(@Nullable ScopeState state, StepLog log) {
    ScopeRows rows = state == null ? new ScopeRows(ref.scope()) : state.rows();
    return new KeySearch(rows, ref, limits, log);
  }

  /** Runs the last look-up again and notes its steps. */
  @Override
  public List<Step> steps() {
    StepLog log = StepLog.on();
    return index
        .get()
        .read(
            ref.scope(),
            state -> {
              MapChoice unused = last.apply(search(state, log));
              return log.steps();
            });
  }
}
