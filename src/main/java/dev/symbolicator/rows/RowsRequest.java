package dev.symbolicator.rows;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a caller asks for.
 *
 * @param kind null to add the profile to a {@link ProfileSum}
 * @param dimensions further columns of profiles, each with the value for a profile that has none
 * @param profileId the profile's id; null to make one of its text
 * @param areBeside whether the rows come beside the profile, and a profile of a format without
 *     samples has none; else they are the answer, and such a profile is refused
 */
public record RowsRequest(
    @Nullable RowKind kind,
    List<Dimension> dimensions,
    @Nullable String profileId,
    boolean areBeside) {
  private static final String PROFILE_ID = "[A-Za-z0-9_-]{1,64}";

  /** Makes a request for an answer of rows. */
  public RowsRequest(@Nullable RowKind kind, List<Dimension> dimensions) {
    this(kind, dimensions, null, false);
  }

  /** Returns why a profile of a format that has no timed samples is refused. */
  public String refusal(String format) {
    String what = kind == null ? "be added up" : "be rows";
    String advice = kind == null ? "Send a batch without it" : "Leave the parameter rows out";
    return "Only a js-self-profile or a cpuprofile can %s, and the body is of the format %s. %s."
        .formatted(what, format, advice);
  }

  /** Tells whether a text can be the id of a profile. */
  public static boolean isProfileId(String text) {
    return text.matches(PROFILE_ID);
  }

  public enum RowKind {
    PROFILES,
    STACKS,
    FUNCTIONS,
    /** The others in one answer, each row with its kind. */
    ALL;

    public static List<String> labels() {
      return Arrays.stream(values()).map(RowKind::label).toList();
    }

    public static @Nullable RowKind named(String label) {
      return Arrays.stream(values())
          .filter(kind -> kind.label().equals(label))
          .findFirst()
          .orElse(null);
    }

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name of the kind as a row has it. */
    String ofOne() {
      return label().substring(0, label().length() - 1);
    }

    boolean has(RowKind other) {
      return this == other || this == ALL;
    }
  }

  /** A column that the operator has chosen, and its value; empty if there is none. */
  public record Dimension(String name, String value) {
    /** The most UTF-16 units of a value. */
    public static final int MAX_LENGTH = 200;

    private static final int MAX_BYTES_PER_UNIT = 6;

    /** The most bytes of a value in JSON, in which each unit may be an escape. */
    static final int MAX_BYTES = MAX_BYTES_PER_UNIT * MAX_LENGTH;

    /** Tells whether a text can be a value: not too long, and without control characters. */
    public static boolean allows(String text) {
      return text.length() <= MAX_LENGTH && text.chars().noneMatch(Character::isISOControl);
    }
  }
}
