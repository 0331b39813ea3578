package dev.symbolicator.symbols;

import dev.symbolicator.identity.FunctionKeys;
import dev.symbolicator.identity.FunctionKeys.Stability;
import dev.symbolicator.identity.KeySettings;
import dev.symbolicator.identity.NormalPath;
import dev.symbolicator.identity.NormalPath.MapContext;
import dev.symbolicator.identity.NormalPath.Origin;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.symbols.Block.BlockWriter;
import dev.symbolicator.symbols.Block.ByteSink;
import dev.symbolicator.symbols.Block.Entries;
import dev.symbolicator.symbols.Block.Section;
import dev.symbolicator.symbols.SymbolTable.SourceFiles;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The normal paths of a table's sources, with their packages, and how long their ids are valid. */
final class SourcePaths {
  private static final int BIAS = 1;
  private static final Origin[] ORIGINS = Origin.values();
  private static final Stability[] STABILITIES = Stability.values();

  private final Entries origins;
  private final Entries stabilities;
  private final Entries packages;
  private final Entries versions;
  private final Entries paths;
  private final Entries textEnds;
  private final Entries texts;
  private final Entries topLevel;

  SourcePaths(Block block) {
    origins = block.section(Section.SOURCE_ORIGINS);
    stabilities = block.section(Section.SOURCE_STABILITIES);
    packages = block.section(Section.SOURCE_PACKAGES);
    versions = block.section(Section.SOURCE_VERSIONS);
    paths = block.section(Section.SOURCE_PATHS);
    textEnds = block.section(Section.PATH_TEXT_ENDS);
    texts = block.section(Section.PATH_TEXTS);
    topLevel = block.section(Section.TOP_LEVEL_ID);
  }

  /** Returns the normal path of a source; null if no function of the table is in it. */
  @Nullable NormalPath path(int source) {
    int origin = source < origins.count() ? origins.get(source) - BIAS : -1;
    return origin < 0
        ? null
        : new NormalPath(
            text(packages.get(source)),
            text(versions.get(source)),
            text(paths.get(source)),
            ORIGINS[origin],
            "");
  }

  Stability stability(int source) {
    return STABILITIES[stabilities.get(source)];
  }

  /** Returns the id of the top level of a script's only source; 0 if it has none. */
  long topLevel() {
    return topLevel.count() == 0
        ? 0
        : (long) topLevel.get(0) << Integer.SIZE | Integer.toUnsignedLong(topLevel.get(1));
  }

  private String text(int index) {
    return texts.text(textEnds, index);
  }

  /** Reads the entries of one map's sources, each once, and remembers what their ids need. */
  static final class PathReader {
    /** A path beside the characters of its texts. */
    private static final int PATH_BYTES = 300;

    /** A map's folder may be put before an entry. */
    private static final int LONGEST = 2 * NormalPath.LONGEST;

    private final SourceMap map;
    private final KeySettings settings;
    private final Allowance allowance;
    private final @Nullable NormalPath[] known;
    private final Stability[] stabilities;
    private String root = "";
    private MapContext context;
    private long topLevel;

    PathReader(SourceMap map, KeySettings settings, Allowance allowance) {
      this.map = map;
      this.settings = settings;
      this.allowance = allowance;
      allowance.take(2L * Integer.BYTES * map.sourceCount());
      known = new NormalPath[map.sourceCount()];
      stabilities = new Stability[map.sourceCount()];
      Arrays.fill(stabilities, Stability.NONE);
      context = new MapContext(root, settings.mapUrl(), settings.roots());
    }

    NormalPath path(int source) {
      NormalPath path = known[source];
      if (path == null) {
        path = read(source);
        int characters = path.packageName().length() + path.path().length();
        allowance.take(PATH_BYTES + (long) Character.BYTES * characters);
        known[source] = path;
      }
      return path;
    }

    private NormalPath read(int source) {
      String ownRoot = map.sourceRoot(source);
      if (!ownRoot.equals(root)) {
        root = ownRoot;
        context = new MapContext(root, settings.mapUrl(), settings.roots());
      }
      return NormalPath.of(Objects.requireNonNullElse(map.sourceEntry(source), ""), context);
    }

    /** Notes the ids of a source's functions. */
    void identified(int source, FunctionKeys keys) {
      stabilities[source] = keys.stability();
      topLevel = keys.topLevel();
    }

    String namespace() {
      return settings.namespace();
    }

    /** The ignore list changes what a source is shown as, and never its ids. */
    private Origin origin(NormalPath path, int source) {
      boolean isApp = path.origin() == Origin.APP;
      return isApp && map.isIgnored(source) ? Origin.LIBRARY : path.origin();
    }

    @SuppressWarnings("EnumOrdinal") // The table's version is raised with the order.
    void write(BitSet used, SourceFiles files, BlockWriter block, Allowance allowance) {
      NamePool pool = new NamePool(LONGEST, allowance);
      Ints origins = new Ints(allowance);
      Ints ownStabilities = new Ints(allowance);
      Ints packages = new Ints(allowance);
      Ints versions = new Ints(allowance);
      Ints paths = new Ints(allowance);
      for (int source = 0; source < used.length(); source++) {
        NormalPath path = used.get(source) ? path(source) : null;
        if (path != null) {
          pool.makeRoomFor(2 * NormalPath.LONGEST);
        }
        origins.add(path == null ? 0 : origin(path, source).ordinal() + BIAS);
        ownStabilities.add(stabilities[files.first(source)].ordinal());
        packages.add(path == null ? 0 : Math.max(0, pool.add(path.packageName())));
        versions.add(path == null ? 0 : Math.max(0, pool.add(path.version())));
        paths.add(path == null ? 0 : Math.max(0, pool.add(path.path())));
      }
      ByteSink texts = new ByteSink(allowance);
      Ints ends = new Ints(allowance);
      for (int index = 0; index < pool.count(); index++) {
        texts.bytes(pool.utf8(index));
        ends.add(texts.size());
      }
      block.numbers(Section.SOURCE_ORIGINS, origins);
      block.numbers(Section.SOURCE_STABILITIES, ownStabilities);
      block.numbers(Section.SOURCE_PACKAGES, packages);
      block.numbers(Section.SOURCE_VERSIONS, versions);
      block.numbers(Section.SOURCE_PATHS, paths);
      block.numbers(Section.PATH_TEXT_ENDS, ends);
      block.bytes(Section.PATH_TEXTS, texts);
      Ints ofTopLevel = new Ints(allowance);
      if (map.sourceCount() == 1 && topLevel != 0) {
        ofTopLevel.add((int) (topLevel >>> Integer.SIZE));
        ofTopLevel.add((int) topLevel);
      }
      block.numbers(Section.TOP_LEVEL_ID, ofTopLevel);
    }
  }
}
