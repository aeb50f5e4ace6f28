import { findNoticeAddress } from "../accounts/owner-mails.service.ts";
import type { Deps } from "../deps.ts";
import { enqueueMail } from "../mail/mail.service.ts";
import { updateEndpoint } from "./webhooks.repo.ts";
import { type EndpointRow, maxFailingMs } from "./webhooks.ts";

type StoppingDeps = Pick<Deps, "config" | "db" | "now" | "memoryRateLimiter" | "counterKey">;

/**
 * Records a failure of an endpoint, in the caller's transaction; true if it was disabled: after five days without a
 * delivery the endpoint is disabled, and its owner gets an email.
 */
export async function stopAfterFailures(
  deps: StoppingDeps,
  endpoint: EndpointRow,
  at: number,
): Promise<boolean> {
  const { db } = deps;
  const failingSince = endpoint.failingSince ?? new Date(at);
  const stops = endpoint.disabledFor === null && at - failingSince.getTime() >= maxFailingMs;
  await updateEndpoint(db, endpoint.id, { failingSince, ...(stops && { disabledFor: "failures" }) });
  if (stops) await tellOwner(deps, endpoint, failingSince);
  return stops;
}

async function tellOwner(
  deps: StoppingDeps,
  { userId, url }: EndpointRow,
  failingSince: Date,
): Promise<void> {
  const to = await findNoticeAddress(deps, userId);
  if (to === null) return;
  const since = failingSince.toISOString().slice(0, 16).replace("T", " ");
  await enqueueMail(deps, {
    to,
    userId,
    subject: `${deps.config.productName}: a webhook was disabled`,
    letter: {
      paragraphs: [
        `We have not been able to deliver anything to your webhook at ${new URL(url).host} since ${since} UTC, so we disabled it.`,
        "When the endpoint works again, enable the webhook in Your account. You can send missed events again from its log.",
      ],
      links: [{ label: "Your account", path: "/account" }],
    },
  });
}
