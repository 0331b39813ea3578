/** Spins for a while in a function of its own, so that the profile shows the caller. The build fills the number in. */
declare function mark(marker?: number): number;
/** Ends the recording. */
declare function finish(total: unknown): void;
