import { writeUtcMinute } from "../../evidence/written-time.ts";
import { findConfirmedReader } from "../accounts/owner-mails.service.ts";
import type { RateLimitDeps } from "../deps.ts";
import { enqueueMail } from "../mail/mail.service.ts";
import { pickLetter } from "../mail/mail.ts";
import { updateEndpoint } from "./webhooks.repo.ts";
import { type EndpointRow, maxFailingMs } from "./webhooks.ts";

/**
 * Records a failure of an endpoint, in the caller's transaction; true if it was disabled: after five days without a
 * delivery the endpoint is disabled, and its owner gets an email.
 */
export async function stopAfterFailures(
  deps: RateLimitDeps,
  endpoint: EndpointRow,
  at: number,
): Promise<boolean> {
  const { db } = deps;
  const failingSince = endpoint.failingSince ?? new Date(at);
  const stops = endpoint.disabledFor === null && at - failingSince.getTime() >= maxFailingMs;
  await updateEndpoint(db, endpoint.id, { failingSince, ...(stops && { disabledFor: "failures" }) });
  if (stops) await notifyOwner(deps, endpoint, failingSince);
  return stops;
}

async function notifyOwner(
  deps: RateLimitDeps,
  { userId, url }: EndpointRow,
  failingSince: Date,
): Promise<void> {
  const reader = await findConfirmedReader(deps, userId);
  if (!reader) return;
  const since = writeUtcMinute(failingSince);
  const { productName } = deps.config;
  const { host } = new URL(url);
  await enqueueMail(deps, {
    to: reader.to,
    userId,
    subject: `${productName}: a webhook was disabled`,
    letter: pickLetter(reader.language, {
      en: {
        paragraphs: [
          `We have not been able to deliver anything to your webhook at ${host} since ${since} UTC, so we disabled it.`,
          "When the endpoint works again, enable the webhook there. You can send missed events again from its log.",
        ],
        links: [{ label: "Your webhooks", path: "/account/developers" }],
      },
      es: {
        subject: `${productName}: se ha desactivado un webhook`,
        paragraphs: [
          `Desde el ${since} UTC no hemos podido entregar nada a su webhook en ${host}, por lo que lo hemos desactivado.`,
          "Cuando el destino vuelva a funcionar, active el webhook allí. Puede reenviar desde su registro los eventos perdidos.",
        ],
        links: [{ label: "Sus webhooks", path: "/account/developers" }],
      },
    }),
  });
}
