/** Spins for a while in a function of its own, so that the profile shows who called it. The number is filled in by the build. */
declare function mark(marker?: number): number;
/** Ends the recording. */
declare function finish(total: unknown): void;
