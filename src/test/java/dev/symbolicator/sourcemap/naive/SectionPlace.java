package dev.symbolicator.sourcemap.naive;

/**
 * Where a map belongs in the index map it is a section of; a map by itself is a section at 0:0.
 *
 * @param line generated line of the map's line 0
 * @param column generated column of the map's column 0, on its line 0 only; may exceed an int
 * @param firstSource index of the map's source 0 among all sources
 * @param sourceCount how many sources the map has
 * @param firstName index of the map's name 0 among all names
 * @param nameCount how many names the map has
 */
record SectionPlace(
    int line, long column, int firstSource, int sourceCount, int firstName, int nameCount) {}
