import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Client, isRefusal } from "../../support/client.ts";
import { startProduct } from "../../support/product.ts";
import { writeTextPdf } from "../../support/samples.ts";
import { type Asked, askEach, besideEmptyRoute, median, pathsOf, type Rate } from "../load/lookup-rate.ts";
import { writeAttestedDocuments } from "./attested-documents.ts";
import type { Row } from "./table.ts";

const documents = 2_000;
const restarts = 3;
const shareOfEmptyRoute = 0.5;

type Pair = { lookups: Rate; emptyRoute: Rate };

/**
 * Lookups of many documents against an empty route of the same framework, in turns, while somebody has documents
 * stamped. Each document is asked for three times, in any order: once of a server that has just started and has
 * nothing ready, which is shown, and twice after that, which is judged. Answers about new documents are ready before
 * anybody asks, so a first question costs what the later ones do as soon as the server has had some seconds.
 */
export async function measureLookups(scratch: string): Promise<Row[]> {
  const dataDir = join(scratch, "lookups");
  mkdirSync(dataDir);
  const paths = pathsOf(await writeAttestedDocuments(dataDir, documents));
  const pdf = join(scratch, "one.pdf");
  await writeTextPdf(pdf, 1);
  const rounds = await besideEmptyRoute(async (empty) => {
    const all: { first: Pair; later: Pair[] }[] = [];
    while (all.length < restarts) all.push(await ofOneStart({ dataDir, pdf, empty, paths }));
    return all;
  });
  const cold = rounds.map(({ first }) => first);
  const warm = rounds.flatMap(({ later }) => later);
  return [
    row(`each of ${documents} documents looked up, just started`, cold, undefined),
    row(`each of ${documents} documents looked up again`, warm, shareOfEmptyRoute),
  ];
}

type Parts = { dataDir: string; pdf: string; empty: Asked; paths: string[] };

async function ofOneStart({ dataDir, pdf, empty, paths }: Parts) {
  const command = [process.execPath, "src/main.ts", "serve"];
  const start = { command, dataDir, dataDirInside: dataDir };
  const product = await startProduct({ RATE_LIMIT_FACTOR: "1000000", CONVERTER: "off" }, start);
  const writer = stampOnAndOn(product.origin, pdf);
  try {
    // Both have answered before.
    await askEach(empty, paths);
    const pair = async (): Promise<Pair> => {
      const emptyRoute = await askEach(empty, paths);
      return { emptyRoute, lookups: await askEach(product, shuffled(paths)) };
    };
    return { first: await pair(), later: [await pair(), await pair()] };
  } finally {
    await writer.stop();
    await product.kill();
  }
}

/** Somebody who has one small document after the other stamped, from account to account. */
function stampOnAndOn(origin: string, pdf: string) {
  let isOver = false;
  const work = async () => {
    while (!isOver) {
      const client = await Client.register(origin);
      for (let document = 0; document < 3 && !isOver; document += 1) {
        const uploaded = await client.upload(pdf);
        if (isRefusal(uploaded)) throw new Error(uploaded.message);
        await client.process(uploaded.id);
        await client.finished(uploaded.id);
      }
    }
  };
  const done = work();
  return {
    stop() {
      isOver = true;
      return done;
    },
  };
}

function shuffled(paths: string[]): string[] {
  const keyed = paths.map((path) => ({ path, key: Math.random() }));
  return keyed.toSorted((one, other) => one.key - other.key).map(({ path }) => path);
}

function row(what: string, pairs: Pair[], limit: number | undefined): Row {
  const [lookups, emptyRoute] = [
    median(pairs.map((pair) => pair.lookups)),
    median(pairs.map((pair) => pair.emptyRoute)),
  ];
  const share = lookups.perSecond / emptyRoute.perSecond;
  const words = ({ perSecond, microseconds }: Rate) =>
    `${perSecond.toFixed(0)}/s ${microseconds.toFixed(0)} µs`;
  return {
    what,
    ours: words(lookups),
    peer: `empty ${words(emptyRoute)}`,
    ratio: share.toFixed(2),
    limit: limit === undefined ? "" : `≥ ${limit}`,
    holds: limit === undefined ? undefined : share >= limit,
  };
}
