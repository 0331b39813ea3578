package dev.symbolicator.symbolication;

/**
 * What the caller asked for.
 *
 * @param report whether the answer carries a report as its member {@code symbolication}
 * @param rejectIncomplete whether to answer {@link SymbolicationResult.Incomplete} instead of a
 *     profile in which scripts are still on their way
 */
public record SymbolicationOptions(boolean report, boolean rejectIncomplete) {}
