/** Writes news and begins to send them: to be killed before the answer comes. Arguments: data folder, address. */
import { createDeps } from "../create-deps.ts";
import { testConfig } from "../http/test-server.ts";
import { announceTo, newOwner, sendDue } from "./test-webhooks.ts";
import { createWebhook } from "./webhooks.service.ts";

const [dataDir = "", url = ""] = process.argv.slice(2);
const deps = createDeps(testConfig({ dataDir, webhookPrivate: true }));
const owner = newOwner(deps.db);
await createWebhook(deps, owner, { url, events: ["document.completed"] });
announceTo(deps, owner);
await sendDue(deps);
