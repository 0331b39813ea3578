package dev.symbolicator.symbols;

/** The parts of a {@link Block}. */
enum Section {
  /** Generated lines in which functions start, ascending. */
  FUNCTION_LINES(0),
  /** First function of each of these lines; one more entry than lines. */
  FUNCTION_LINE_STARTS(1),
  /** Generated column of each function. */
  FUNCTION_COLUMNS(2),
  /** Source of each function, plus {@link FunctionTable#SOURCE_BIAS}. */
  FUNCTION_SOURCES(3),
  /** Original line of each function. */
  FUNCTION_ORIGINAL_LINES(4),
  /** Original column of each function. */
  FUNCTION_ORIGINAL_COLUMNS(5),
  /** Name of each function in V8's style, plus {@link FunctionTable#NAME_BIAS}. */
  FUNCTION_V8_NAMES(6),
  /** Qualified name of each function, plus {@link FunctionTable#NAME_BIAS}. */
  FUNCTION_QUALIFIED_NAMES(7),
  /** Where each name ends in {@link #NAMES}. */
  NAME_ENDS(8),
  /** The names, UTF-8. */
  NAMES(9),
  /** Generated line of the first mapping of each chunk. */
  CHUNK_LINES(10),
  /** Generated column of the first mapping of each chunk. */
  CHUNK_COLUMNS(11),
  /** Where each chunk begins in {@link #MAPPINGS}; one more entry than chunks. */
  CHUNK_STARTS(12),
  /** The mappings, see {@link MappingTable}. */
  MAPPINGS(13),
  /** Where the URL of each source ends in {@link #SOURCES}; an empty URL stands for none. */
  SOURCE_ENDS(14),
  /** The URLs of the sources, UTF-8. */
  SOURCES(15),
  /** Where each chunk of extents begins in {@link #EXTENTS}. */
  EXTENT_STARTS(16),
  /** The function around each chunk of extents, plus {@link ExtentTable#AROUND_BIAS}. */
  EXTENTS_AROUND(17),
  /** The extents of the functions, see {@link ExtentTable}; empty if they are not known. */
  EXTENTS(18),
  /** The {@link NameWitness} of each function; empty if the script is not known. */
  NAME_WITNESSES(19);

  private final int number;

  Section(int number) {
    this.number = number;
  }

  /** Returns the section's 0-based place in the directory. */
  int number() {
    return number;
  }
}
