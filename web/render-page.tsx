/**
 * Renders the page on the server, for readers whose scripts have not loaded yet. The server loads this bundle once for
 * each language, since the page reads its texts and settings when it is loaded (src/server/http/page-renderer.ts).
 */
import { createMemoryHistory } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { languageCodes } from "../src/formats/languages.ts";
import type { PageRenderer, PageSettings, RenderPage } from "../src/server/http/page-renderer.ts";
import { setServerSettings } from "./environment/given-settings.ts";
import { findLegalTextKey } from "./features/legal-texts/legal-text-key.ts";
import { createQueryClient } from "./lib/query-client.ts";
import { createTrpcClient, getQueryKey, trpc } from "./lib/trpc.ts";
import { openTranslation } from "./texts/translation.ts";

async function openPage(code: string, settings: PageSettings): Promise<RenderPage> {
  const language = languageCodes.find((known) => known === code) ?? "en";
  // With a record, the page shows it.
  setServerSettings({ ...settings, isConfirmed: true });
  await openTranslation(language, []);
  const [{ App }, { createAppRouter }] = await Promise.all([import("./app.tsx"), import("./router.tsx")]);
  return async (path, { record, legalText } = {}) => {
    const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
    await router.load();
    const queryClient = createQueryClient(() => undefined);
    if (record) {
      const { address, view } = record;
      queryClient.setQueryData(
        getQueryKey(trpc.verification.verify, { serialNumber: address }, "query"),
        view,
      );
    }
    const legalTextKey = findLegalTextKey(path, language);
    if (legalText && legalTextKey) queryClient.setQueryData(legalTextKey, legalText);
    const trpcClient = createTrpcClient(() => ({}));
    const render = () =>
      renderToString(<App queryClient={queryClient} trpcClient={trpcClient} router={router} />);
    // The first pass requests the parts of the page that load on demand. In this bundle they are available immediately.
    render();
    await new Promise((resolve) => setTimeout(resolve));
    const html = render();
    // React writes this if a part of the page failed or was not loaded yet.
    if (html.includes("<!--$!-->")) throw new Error(`The page at ${path} was rendered without a part.`);
    return html;
  };
}

export const renderer: PageRenderer = { languageCodes, openPage };
