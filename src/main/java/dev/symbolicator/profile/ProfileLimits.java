package dev.symbolicator.profile;

/**
 * Limits what a profile of some size can make of itself. The size itself is limited before a body
 * comes here.
 *
 * @param maxNesting levels of arrays and objects inside each other; the outermost is level 1
 * @param maxFrames entries of {@code frames}, those without a script included
 * @param maxResources entries of {@code resources}
 * @param maxStringLength UTF-16 units of a function name or a resource, and digits of any number;
 *     strings that are only passed through may be longer
 */
public record ProfileLimits(int maxNesting, int maxFrames, int maxResources, int maxStringLength) {
  /** The limits of the service; tests bring their own. */
  public static final ProfileLimits DEFAULT =
      new ProfileLimits(1000, 1_000_000, 100_000, 4_000_000);

  static final String MAX_NESTING = "max-nesting";
  static final String MAX_FRAMES = "max-frames";
  static final String MAX_RESOURCES = "max-resources";
  static final String MAX_STRING_LENGTH = "max-string-length";
}
