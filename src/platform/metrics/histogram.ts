import type { Labels, Sample } from "./exposition.ts";

type Series = { labels: Labels; buckets: number[]; sum: number; count: number };

/** Counts durations in buckets since the start. Labels must have few different values. */
export class Histogram {
  readonly #upTo: number[];
  readonly #series = new Map<string, Series>();

  /** `upTo`: the upper bounds of the buckets in seconds, ascending. */
  constructor(upTo: number[]) {
    this.#upTo = upTo;
  }

  observe(labels: Labels, seconds: number): void {
    const series = this.#seriesOf(labels);
    series.sum += seconds;
    series.count += 1;
    for (const [index, bound] of this.#upTo.entries()) {
      if (seconds <= bound) series.buckets[index] = (series.buckets[index] ?? 0) + 1;
    }
  }

  /** Buckets are cumulative, as the exposition format requires. */
  samples(): Sample[] {
    return [...this.#series.values()].flatMap(({ labels, buckets, sum, count }) => [
      ...this.#upTo.map((bound, index): Sample => {
        return { suffix: "_bucket", labels: { ...labels, le: String(bound) }, value: buckets[index] ?? 0 };
      }),
      { suffix: "_bucket", labels: { ...labels, le: "+Inf" }, value: count },
      { suffix: "_sum", labels, value: sum },
      { suffix: "_count", labels, value: count },
    ]);
  }

  #seriesOf(labels: Labels): Series {
    const key = JSON.stringify(labels);
    const known = this.#series.get(key);
    if (known) return known;
    const series = { labels, buckets: this.#upTo.map(() => 0), sum: 0, count: 0 };
    this.#series.set(key, series);
    return series;
  }
}
