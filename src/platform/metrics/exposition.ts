/** Names and values that distinguish the samples of a metric. */
export type Labels = Record<string, string>;

/** One line of a metric; `suffix` for those of a histogram. */
export type Sample = { labels: Labels; value: number; suffix?: "_bucket" | "_sum" | "_count" };

export type Metric = {
  /** Without the product's prefix. */
  name: string;
  help: string;
  type: "gauge" | "counter" | "histogram";
  samples: Sample[];
};

/** The prefix of every name, for a Prometheus server that scrapes several programs. */
const prefix = "attestamp_";

/** The text exposition format 0.0.4 of Prometheus. The same metrics give the same text. */
export const expositionType = "text/plain; version=0.0.4; charset=utf-8";

export function writeExposition(metrics: Metric[]): string {
  return metrics.map(written).join("");
}

function written({ name, help, type, samples }: Metric): string {
  const lines = samples.map(
    ({ labels, value, suffix = "" }) => `${prefix}${name}${suffix}${inBraces(labels)} ${value}`,
  );
  return [`# HELP ${prefix}${name} ${help}`, `# TYPE ${prefix}${name} ${type}`, ...lines, ""].join("\n");
}

function inBraces(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return parts.length > 0 ? `{${parts.join(",")}}` : "";
}

const escaped = (value: string) =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
