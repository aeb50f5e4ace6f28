/**
 * Draws the pages that visitors see first. It runs while the page is built, bundled as for a browser so that both draw
 * the same, once for each language: `draw.js LANGUAGE` prints a JSON object of HTML by the page's name.
 */
import { createMemoryHistory } from "@tanstack/react-router";
import { getQueryKey } from "@trpc/react-query";
import { renderToString } from "react-dom/server";
import { createQueryClient } from "../lib/query-client.ts";
import { createTrpcClient } from "../lib/trpc.ts";
import { languageCodes } from "../texts/language.ts";
import { openTranslation } from "../texts/translation.ts";

/** Each page by its name (src/server/http/page-settings.ts) and a path that shows it to a visitor. */
const places = {
  home: "/",
  "members-only": "/faq",
  contact: "/contact",
  verify: "/verify/AT-0",
};

/** The one serial number that has a record in what is drawn. */
const serialNumber = "AT-1";

const language = languageCodes.find((code) => code === process.argv[2]);
if (!language) throw new Error("The language to draw in is not named.");
await openTranslation(language, []);
const [{ App }, { createAppRouter }, { placeholderRecord, withPlaces }, { trpc }] = await Promise.all([
  import("../app.tsx"),
  import("../router.tsx"),
  import("./placeholder-record.ts"),
  import("../lib/trpc.ts"),
]);

const drawn: Record<string, string> = {};
for (const [name, path] of Object.entries(places)) drawn[name] = await draw(path);
drawn.confirmed = withPlaces(await draw(`/verify/${serialNumber}`));
await Bun.write(Bun.stdout, JSON.stringify(drawn));
// What React opened to schedule its work would keep the process.
process.exit();

async function draw(path: string): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const queryClient = createQueryClient(() => undefined);
  const record = getQueryKey(trpc.verification.verify, { serialNumber }, "query");
  queryClient.setQueryData(record, placeholderRecord);
  const trpcClient = createTrpcClient(() => ({}));
  return renderToString(<App queryClient={queryClient} trpcClient={trpcClient} router={router} />);
}
