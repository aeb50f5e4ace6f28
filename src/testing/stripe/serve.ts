import { parseArgs } from "node:util";
import { startStripeStandIn } from "./stand-in.ts";

/** `bun src/testing/stripe/serve.ts [--port 12111] [--webhook-url URL]`: a fake Stripe; prints its settings. */
const { values } = parseArgs({
  options: { port: { type: "string", default: "12111" }, "webhook-url": { type: "string" } },
});
const standIn = startStripeStandIn({ port: Number(values.port), webhookUrl: values["webhook-url"] });
console.log(`STRIPE_API_URL=${standIn.url}`);
console.log(`STRIPE_SECRET_KEY=${standIn.secretKey}`);
console.log(`STRIPE_PUBLISHABLE_KEY=${standIn.publishableKey}`);
console.log(`STRIPE_WEBHOOK_SECRET=${standIn.webhookSecret}`);
