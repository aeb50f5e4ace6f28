/** External witnesses look at the log at least this often, unless they are unavailable. */
export const witnessedWithinMs = 3_600_000;
