package dev.symbolicator.profile;

/**
 * How much of a profile is read. The size of the body is limited before it comes here, so these
 * bound what a body of a given size can make of itself.
 *
 * @param maxNesting levels of arrays and objects inside each other; the outermost is level 1
 * @param maxFrames entries of {@code frames}, those without a script included
 * @param maxResources entries of {@code resources}
 */
public record ProfileLimits(int maxNesting, int maxFrames, int maxResources) {
  static final String MAX_NESTING = "max-nesting";
  static final String MAX_FRAMES = "max-frames";
  static final String MAX_RESOURCES = "max-resources";
}
