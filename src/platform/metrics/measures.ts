import { Histogram } from "./histogram.ts";

/** Durations that the server measures in memory, since its start. */
export type Measures = { answers: Histogram; jobs: Histogram };

export const newMeasures = (): Measures => ({
  answers: new Histogram([0.005, 0.025, 0.1, 0.5, 2.5, 10]),
  jobs: new Histogram([0.1, 0.5, 1, 5, 15, 60, 120]),
});
