package dev.symbolicator.symbolication;

/**
 * The options that the caller chose.
 *
 * @param report whether the answer carries a report as its member {@code symbolication}
 * @param rejectIncomplete whether to answer {@link SymbolicationResult.Incomplete} where scripts or
 *     sources are missing that may be there a little later
 * @param qualifiedNames whether functions are named {@code Class.method} instead of as V8 would
 */
public record SymbolicationOptions(
    boolean report, boolean rejectIncomplete, boolean qualifiedNames) {}
