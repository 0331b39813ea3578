package dev.symbolicator.profile;

/**
 * How much of a profile is read. The size of the body is limited before it comes here, so these
 * bound what a body of a given size can make of itself.
 *
 * @param maxNesting levels of arrays and objects inside each other; the outermost is level 1
 * @param maxFrames entries of {@code frames}, those without a script included
 * @param maxResources entries of {@code resources}
 * @param maxStringLength UTF-16 units of a function name or a resource, and digits of any number;
 *     strings that are only passed through may be longer
 */
public record ProfileLimits(int maxNesting, int maxFrames, int maxResources, int maxStringLength) {
  static final String MAX_NESTING = "max-nesting";
  static final String MAX_FRAMES = "max-frames";
  static final String MAX_RESOURCES = "max-resources";
  static final String MAX_STRING_LENGTH = "max-string-length";
}
