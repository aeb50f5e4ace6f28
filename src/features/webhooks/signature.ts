import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";
const secretBytes = 32;

/** A new secret (Standard Webhooks: 24 to 64 random bytes, base64, with its prefix). */
export function newWebhookSecret(): string {
  return prefix + randomBytes(secretBytes).toString("base64");
}

/**
 * The headers of a delivery (Standard Webhooks 1.0): id, time of sending in seconds since 1970, and for each secret a
 * signature, HMAC-SHA256 over id, time and body, separated by dots.
 */
export function signedHeaders(
  id: string,
  sentAt: number,
  body: string,
  secrets: string[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
