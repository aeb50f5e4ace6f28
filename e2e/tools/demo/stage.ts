import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startStripeFake } from "../../../src/testing/stripe/stripe-fake.ts";
import { fromSource, startProduct } from "../../support/product.ts";
import { openFront } from "./front.ts";
import { admin } from "./people.ts";
import { seed } from "./seed.ts";

export type Demo = { origin: string; dataDir: string; stop: () => Promise<void> };

/** Variables that every started product gets. */
const given = ["PORT", "HOST", "DATA_DIR"];

/** Clears the operator's settings, which may be those of a real server: none of them reaches the demo. */
function noSettings(): Record<string, string> {
  const example = readFileSync(join(import.meta.dirname, "../../../.env.example"), "utf8");
  const names = [...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = ""]) => name);
  const unset = names.flatMap((name) => [name, `${name}_FILE`]).filter((name) => !given.includes(name));
  return Object.fromEntries(unset.map((name) => [name, ""]));
}

/** Starts a real server with a temporary data folder, fills it, and opens it on that local port. */
export async function startDemo(port: number): Promise<Demo> {
  const stripe = startStripeFake();
  const built: { stage?: ReturnType<Parameters<typeof openFront>[1]> } = {};
  const front = openFront(port, () => built.stage);
  const settings = {
    ...noSettings(),
    ANCHORS: "off",
    ORIGIN: front.origin,
    PRODUCT_NAME: "Attestamp demo",
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
    ...stripe.settings,
    SUPPORT_EMAIL: "support@example.org",
    MAIL_FROM: "demo@example.org",
    CREDITS: "redeem",
    CONVERTER: "auto",
    LOG_LEVEL: "error",
  };
  const prices = JSON.stringify({ plans: { unlimited: { perMember: true } } });
  const product = await startProduct(settings, fromSource({ "site.json": prices }));
  const { origin, dataDir } = product;
  stripe.control.pointWebhooksTo({ url: `${origin}/api/stripe/webhook`, secret: stripe.webhookSecret });
  built.stage = { productOrigin: origin, dataDir, stripe };
  const stop = async () => {
    await front.stop();
    await product.stop();
    await stripe.stop();
  };
  try {
    await seed({ origin, dataDir, payments: stripe.control });
    return { origin: front.origin, dataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
