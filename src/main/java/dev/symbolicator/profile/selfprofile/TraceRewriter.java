package dev.symbolicator.profile.selfprofile;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.profile.json.Milliseconds;
import dev.symbolicator.profile.json.ScanContext;
import dev.symbolicator.profile.json.Splice;
import dev.symbolicator.profile.selfprofile.ArrayRewriter.EntryRule;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes a trace without the entries that are left out. All other bytes stay, except for indices
 * that change, and white space between entries.
 */
final class TraceRewriter extends TraceWalk {
  private static final String RESOURCE = "resourceId";

  private final ScanContext context;
  private final KeptEntries kept;
  private final boolean roundsTimes;
  private final Splice splice;

  /** The entries that stay. */
  record KeptEntries(
      SampleChoice samples, NewIndexes stacks, NewIndexes frames, NewIndexes resources) {}

  /**
   * Makes a writer.
   *
   * @param context that of the object which is the trace
   * @param roundsTimes whether time stamps are rounded to microseconds
   */
  TraceRewriter(ScanContext context, KeptEntries kept, boolean roundsTimes) {
    super(context.text(), context.pointer(), context.limits());
    this.context = context;
    this.kept = kept;
    this.roundsTimes = roundsTimes;
    splice = new Splice(context.text());
  }

  void writeTo(OutputStream out) {
    walk();
    try {
      splice.writeTo(out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  @Override
  protected void readMember(String member, boolean isInTrace) throws IOException {
    boolean isArray = json.isAt(Token.START_ARRAY);
    int start = json.start();
    json.skip();
    EntryRule rule = isArray ? rule(member, isInTrace) : null;
    if (rule != null) {
      JsonText array = new JsonText(context.text().bytes(), start, json.end());
      new ArrayRewriter(array, context.limits(), splice.replace(start, json.end())).copy(rule);
    }
  }

  private @Nullable EntryRule rule(String member, boolean isInTrace) {
    if (member.equals("releases") || member.equals("debugIds")) {
      return new BuildRule();
    }
    if (!isInTrace) {
      return null;
    }
    return switch (member) {
      case "frames" -> new FrameRule();
      case "resources" -> (index, value) -> isKept(kept.resources(), index);
      case "stacks" -> new StackRule();
      case "samples" -> new SampleRule();
      default -> null;
    };
  }

  private static boolean isKept(NewIndexes indexes, int index) {
    return indexes.of(index) != NewIndexes.DROPPED;
  }

  /** Returns the new index for the one at which a cursor stands; null for any other value. */
  private static @Nullable String newIndex(NewIndexes indexes, JsonReader value)
      throws IOException {
    double index = value.number();
    int found = index == Math.rint(index) ? indexes.of((int) index) : NewIndexes.DROPPED;
    return found == NewIndexes.DROPPED ? null : Integer.toString(found);
  }

  private final class FrameRule implements EntryRule {
    @Override
    public boolean keeps(int index, JsonReader entry) {
      return isKept(kept.frames(), index);
    }

    @Override
    public @Nullable String replacement(String member, JsonReader value) throws IOException {
      return member.equals(RESOURCE) ? newIndex(kept.resources(), value) : null;
    }
  }

  private final class StackRule implements EntryRule {
    @Override
    public boolean keeps(int index, JsonReader entry) {
      return isKept(kept.stacks(), index);
    }

    @Override
    public @Nullable String replacement(String member, JsonReader value) throws IOException {
      return switch (member) {
        case "frameId" -> newIndex(kept.frames(), value);
        case "parentId" -> newIndex(kept.stacks(), value);
        default -> null;
      };
    }
  }

  private final class SampleRule implements EntryRule {
    @Override
    public boolean keeps(int index, JsonReader entry) {
      return kept.samples().isKept(index) || kept.samples().isIdle(index);
    }

    @Override
    public boolean isTimeOnly(int index) {
      return kept.samples().isIdle(index);
    }

    @Override
    public @Nullable String replacement(String member, JsonReader value) throws IOException {
      return switch (member) {
        case "stackId" -> newIndex(kept.stacks(), value);
        case "timestamp" ->
            roundsTimes ? Milliseconds.ofMicros(TraceContentsReader.micros(value.number())) : null;
        default -> null;
      };
    }
  }

  /** The rule of lists of releases and debug IDs, whose entries belong to resources. */
  private final class BuildRule implements EntryRule {
    @Override
    public boolean keeps(int index, JsonReader entry) throws IOException {
      if (!entry.isAt(Token.START_OBJECT)) {
        return true;
      }
      JsonText rest = new JsonText(context.text().bytes(), entry.start(), context.text().end());
      JsonReader ahead = context.limits().reader(rest);
      ahead.next();
      while (ahead.next() != Token.END_OBJECT) {
        boolean isResource = ahead.name().equals(RESOURCE);
        ahead.next();
        double resource = isResource ? ahead.number() : Double.NaN;
        if (resource >= 0 && resource == Math.rint(resource)) {
          return isKept(kept.resources(), (int) resource);
        }
        ahead.skip();
      }
      return true;
    }

    @Override
    public @Nullable String replacement(String member, JsonReader value) throws IOException {
      return member.equals(RESOURCE) ? newIndex(kept.resources(), value) : null;
    }
  }
}
