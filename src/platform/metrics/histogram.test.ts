import { expect, test } from "bun:test";
import { writeExposition } from "./exposition.ts";
import { Histogram } from "./histogram.ts";

test("buckets are cumulative, as monitoring programs expect, and names are escaped", () => {
  const histogram = new Histogram([0.1, 1]);
  for (const seconds of [0.05, 0.1, 0.5, 7]) histogram.observe({ kind: 'a "quoted" \\ name' }, seconds);
  const metric = {
    name: "job_seconds",
    help: "Jobs.",
    type: "histogram" as const,
    samples: histogram.samples(),
  };
  expect(writeExposition([metric])).toBe(`# HELP attestamp_job_seconds Jobs.
# TYPE attestamp_job_seconds histogram
attestamp_job_seconds_bucket{kind="a \\"quoted\\" \\\\ name",le="0.1"} 2
attestamp_job_seconds_bucket{kind="a \\"quoted\\" \\\\ name",le="1"} 3
attestamp_job_seconds_bucket{kind="a \\"quoted\\" \\\\ name",le="+Inf"} 4
attestamp_job_seconds_sum{kind="a \\"quoted\\" \\\\ name"} 7.65
attestamp_job_seconds_count{kind="a \\"quoted\\" \\\\ name"} 4
`);
});
