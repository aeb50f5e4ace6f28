/**
 * Runs as a separate process: queues webhook events and starts to send them; to be killed before the answer arrives.
 * Arguments: data folder, address.
 */

import { announceTo, newOwner, sendDue } from "../features/webhooks/test-webhooks.ts";
import { createWebhook } from "../features/webhooks/webhooks.service.ts";
import { createDeps } from "../server/create-deps.ts";
import { testConfig } from "./test-server.ts";

const [dataDir = "", url = ""] = process.argv.slice(2);
const deps = await createDeps(testConfig({ dataDir, webhookPrivate: true }));
const owner = await newOwner(deps.db);
await createWebhook(deps, owner, { url, events: ["document.completed"] });
await announceTo(deps, owner);
await sendDue(deps);
