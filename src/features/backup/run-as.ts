/** Runs work under another user's rights, which are the whole process's: nothing else may be under way meanwhile. */
export type RunAs = <Result>(work: () => Promise<Result>) => Promise<Result>;

export const runDirectly: RunAs = (work) => work();
