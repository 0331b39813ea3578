package dev.symbolicator.sourcemap;

/**
 * The place of a map in the index map that it is a section of. A map by itself is a section at 0:0.
 * Lines and columns are 0-based; columns are UTF-16 code units.
 *
 * @param line generated line of the map's line 0
 * @param column generated column of the map's column 0, on its line 0 only; may exceed an int
 * @param firstSource index of the map's source 0 among all sources
 * @param sourceCount number of the map's sources
 * @param firstName index of the map's name 0 among all names
 * @param nameCount number of the map's names
 */
public record SectionPlace(
    int line, long column, int firstSource, int sourceCount, int firstName, int nameCount) {}
