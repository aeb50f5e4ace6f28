/**
 * Runs work with another user's permissions, which apply to the whole process: nothing else may run at the same time.
 */
export type RunAs = <Result>(work: () => Promise<Result>) => Promise<Result>;

export const runDirectly: RunAs = (work) => work();
