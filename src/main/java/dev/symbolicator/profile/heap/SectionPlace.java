package dev.symbolicator.profile.heap;

/**
 * The place of an array that is a member of the outermost object. All offsets are in bytes.
 *
 * @param before behind the value of the member before
 * @param nameStart the opening quote of the member's name
 * @param first behind the opening bracket
 * @param last the closing bracket
 * @param rows how many rows or entries the array has
 */
record SectionPlace(long before, long nameStart, long first, long last, long rows) {}
