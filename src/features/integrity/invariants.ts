import { type PlanId, planIds } from "../billing/billing.schema.ts";
import { plans as defaultPlans, type Plans } from "../billing/plans.ts";
import { timelinePlan } from "../billing/quota.ts";

/**
 * Rules about rows, in plain SQL and independent of the product's queries, so that both do not share a mistake. Each
 * statement lists violations of its rule, in one column and as a sentence without names of people.
 */
export type RowRules = Record<string, string>;

/** An account that is older than a change of a limit may have the default. Without a limit nothing can exceed it. */
const largestLimit = (plans: Plans, plan: PlanId) =>
  Math.max(plans[plan].documentLimit ?? 1e9, defaultPlans[plan].documentLimit ?? 1e9);
const stampsOfPlans = (plans: Plans) =>
  planIds.map((plan) => `WHEN '${plan}' THEN ${largestLimit(plans, plan)}`).join(" ");
/** A subscription counts three days longer than it is paid: its renewal may be in progress. */
const graceMs = 3 * 86_400_000;

export const accountRules: RowRules = {
  "no account has less than no credits": `
    SELECT 'account ' || id || ' has ' || free_credits || ' free credits' FROM users WHERE free_credits < 0`,
  "no deleted account has a session": `
    SELECT 'account ' || u.id || ' is deleted and still signed in'
    FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.is_deleted = 1`,
  "a confirmed address is one, and its mailbox is known": `
    SELECT 'account ' || id || ' has confirmed an address that is not there' FROM users
    WHERE (email_confirmed_at IS NOT NULL AND email IS NULL) OR (email_confirmed_at IS NULL) <> (email_key IS NULL)`,
  "no deleted account has a known device": `
    SELECT 'account ' || u.id || ' is deleted and still knows a device'
    FROM known_devices k JOIN users u ON u.id = k.user_id WHERE u.is_deleted = 1`,
  "no deleted account has an access token": `
    SELECT 'account ' || u.id || ' is deleted and still has an access token'
    FROM access_tokens t JOIN users u ON u.id = t.user_id WHERE u.is_deleted = 1`,
  "no deleted account has a webhook": `
    SELECT 'account ' || u.id || ' is deleted and still has a webhook'
    FROM webhook_endpoints w JOIN users u ON u.id = w.user_id WHERE u.is_deleted = 1`,
  "a delivery that waits has a job": `
    SELECT 'delivery ' || d.id || ' waits and has no job' FROM webhook_deliveries d
    WHERE d.state = 'waiting' AND NOT EXISTS
      (SELECT 1 FROM jobs j WHERE j.kind = 'webhook.deliver' AND j.subject = d.id)`,
  "a deleted account is without names, address and password": `
    SELECT 'account ' || id || ' is deleted and not forgotten' FROM users
    WHERE is_deleted = 1 AND (password_hash <> ''
      OR coalesce(email, email_key, first_name, last_name, birthdate, referral_code) IS NOT NULL
      OR email_confirmed_at IS NOT NULL)`,
  "no document of a deleted account names its client": `
    SELECT 'document ' || d.id || ' still has the name of a deleted account'
    FROM documents d JOIN users u ON u.id = d.user_id WHERE u.is_deleted = 1 AND d.client_name IS NOT NULL`,
  "referrals are counted as often as they were made": `
    SELECT 'account ' || u.id || ' counts ' || u.referral_count || ' referrals' FROM users u
    WHERE u.referral_count <> (SELECT count(*) FROM users r WHERE r.referred_by = u.id)`,
};

export const stampRules = (plans: Plans): RowRules => ({
  "every document at work or completed has taken one stamp": `
    SELECT 'document ' || d.id || ' (' || d.status || ') has taken no stamp' FROM documents d
    WHERE d.status IN ('processing', 'completed') AND NOT EXISTS
      (SELECT 1 FROM stamp_usage s WHERE s.document_id = d.id AND s.returned_at IS NULL)`,
  "no other document holds a stamp": `
    SELECT 'document ' || d.id || ' (' || d.status || ') holds a stamp'
    FROM documents d JOIN stamp_usage s ON s.document_id = d.id AND s.returned_at IS NULL
    WHERE d.status NOT IN ('processing', 'completed')`,
  "a stamp is taken from the account of its document": `
    SELECT 'document ' || d.id || ' was paid for by account ' || s.user_id
    FROM documents d JOIN stamp_usage s ON s.document_id = d.id WHERE s.user_id IS DISTINCT FROM d.user_id`,
  "nobody has taken more free stamps than the trial has": `
    SELECT 'account ' || user_id || ' has taken ' || count(*) || ' stamps of the trial, which has ${largestLimit(plans, "trial")}'
    FROM stamp_usage WHERE plan = 'trial' AND returned_at IS NULL GROUP BY user_id
    HAVING count(*) > ${largestLimit(plans, "trial")}`,
  "nobody has taken more stamps than were bought": `
    SELECT 'account ' || s.user_id || ' has taken more stamps of ' || s.plan || ' than were bought'
    FROM stamp_usage s WHERE s.plan IN ('payper', 'smallbundle', 'bundle') AND s.returned_at IS NULL
    GROUP BY s.user_id, s.plan HAVING count(*) > (SELECT coalesce(sum(p.stamps), 0) FROM purchases p
      WHERE p.user_id = s.user_id AND p.plan = s.plan AND p.state IN ('paid', 'refunded', 'disputed'))`,
});

export const ledgerRules = (plans: Plans): RowRules => ({
  "an account has as many free credits as were entered for it": `
    SELECT 'account ' || u.id || ' has ' || u.free_credits || ' free credits, and ' || coalesce(sum(c.credits), 0) ||
      ' were entered for it'
    FROM users u LEFT JOIN credit_entries c ON c.user_id = u.id
    GROUP BY u.id HAVING u.free_credits <> coalesce(sum(c.credits), 0)`,
  "a granted credit stands in the audit log": `
    SELECT 'account ' || c.user_id || ' was granted ' || c.credits || ' credits that the audit log does not know'
    FROM credit_entries c WHERE c.reason = 'granted' AND NOT EXISTS (SELECT 1 FROM audit_log a
      WHERE a.id = c.subject AND a.action = 'credits.granted' AND a.subject = c.user_id
        AND (a.detail LIKE '%"credits":' || c.credits || ',%' OR a.detail LIKE '%"credits":' || c.credits || '}'))`,
  "a credit for a referral has somebody who was referred": `
    SELECT 'account ' || c.user_id || ' has ' || c.credits || ' credits for a referral that never was'
    FROM credit_entries c WHERE c.reason = 'referral' AND NOT EXISTS (SELECT 1 FROM users u
      WHERE u.id = c.subject AND u.referred_by IS NOT NULL AND c.user_id IN (u.id, u.referred_by))`,
  "a referral that waits has a referrer and gave no credits": `
    SELECT 'account ' || u.id || ' waits for a referral that it has no claim to' FROM users u
    WHERE u.referral_awaits IS NOT NULL AND (u.referred_by IS NULL OR EXISTS
      (SELECT 1 FROM credit_entries c WHERE c.reason = 'referral' AND c.subject = u.id))`,
  "credits are known by their reasons, and only spending takes some": `
    SELECT 'account ' || user_id || ' has ' || credits || ' credits for no reason (' || reason || ')'
    FROM credit_entries WHERE reason NOT IN ('before', 'granted', 'referral', 'redeemed')
      OR (credits > 0) <> (reason <> 'redeemed')`,
  "what cost nothing took a credit, and what took a credit is there": `
    SELECT 'purchase ' || p.id || ' cost nothing, and took no credit' FROM purchases p
    WHERE p.amount = 0 AND NOT EXISTS (SELECT 1 FROM credit_entries c
      WHERE c.reason = 'redeemed' AND c.subject = p.id AND c.user_id = p.user_id AND c.credits = -coalesce(p.stamps, 0))
    UNION ALL
    SELECT 'account ' || c.user_id || ' spent a credit on nothing' FROM credit_entries c
    WHERE c.reason = 'redeemed' AND NOT EXISTS (SELECT 1 FROM purchases p WHERE p.id = c.subject)`,
  "what was paid for was paid at Stripe": `
    SELECT 'purchase ' || id || ' is ' || state || ', and no payment belongs to it' FROM purchases
    WHERE state NOT IN ('open', 'closed') AND amount > 0 AND coalesce(payment_intent, subscription_id) IS NULL`,
  "nothing was bought with more stamps than its plan has": `
    SELECT 'purchase ' || id || ' of ' || plan || ' has ' || coalesce(CAST(stamps AS text), 'unlimited') || ' stamps'
    FROM purchases WHERE coalesce(stamps, 1e9) > CASE plan ${stampsOfPlans(plans)} ELSE 0 END * CASE
      WHEN document_set IS NULL THEN 1
      ELSE (SELECT count(*) FROM purchase_documents x WHERE x.purchase_id = purchases.id) END`,
  "a stamp is of a plan that there is": `
    SELECT 'account ' || user_id || ' has taken a stamp of ' || plan FROM stamp_usage
    WHERE plan NOT IN (${[...planIds, timelinePlan].map((plan) => `'${plan}'`).join(", ")})`,
  "a stamp that costs nothing is that of a timeline or an acknowledgement": `
    SELECT 'document ' || d.id || ' is no timeline or acknowledgement and took a stamp that costs nothing'
    FROM stamp_usage s JOIN documents d ON d.id = s.document_id
    WHERE s.plan = '${timelinePlan}' AND d.timeline IS NULL AND d.acknowledgement IS NULL`,
  "a stamp without limit was taken while a subscription was paid": `
    SELECT 'document ' || s.document_id || ' was stamped on a subscription that was not paid then'
    FROM stamp_usage s WHERE s.plan = 'unlimited' AND s.returned_at IS NULL AND NOT EXISTS (SELECT 1 FROM purchases p
      WHERE p.user_id = s.user_id AND p.plan = 'unlimited' AND p.state NOT IN ('open', 'closed')
        AND p.created_at <= s.taken_at AND s.taken_at <= coalesce(p.period_end + ${graceMs}, s.taken_at))`,
  "no stamp of a document that was attested went back": `
    SELECT attested || ' documents were attested or are at work, and only ' || taken || ' stamps were taken for them'
    FROM (SELECT (SELECT count(*) FROM certificates) + (SELECT count(*) FROM registry_entries WHERE is_released = 1)
        + (SELECT count(*) FROM documents WHERE status = 'processing') AS attested,
      (SELECT count(*) FROM stamp_usage WHERE returned_at IS NULL) AS taken) AS sums
    WHERE attested > taken`,
});

export const paymentRules: RowRules = {
  "no payment counts for two purchases": `
    SELECT 'payment ' || payment_intent || ' stands in ' || count(*) || ' purchases'
    FROM purchases WHERE payment_intent IS NOT NULL GROUP BY payment_intent HAVING count(*) > 1`,
  "a document is marked as its payments are": `
    WITH paid_for AS (SELECT document_id, state FROM purchases WHERE document_id IS NOT NULL
        UNION ALL SELECT x.document_id, p.state FROM purchases p JOIN purchase_documents x ON x.purchase_id = p.id),
      marks AS (SELECT d.id, d.payment_completed AS mark, CASE
        WHEN EXISTS (SELECT 1 FROM paid_for p WHERE p.document_id = d.id AND p.state = 'paid') THEN 'true'
        WHEN EXISTS (SELECT 1 FROM paid_for p WHERE p.document_id = d.id AND p.state = 'disputed') THEN 'disputed'
        WHEN EXISTS (SELECT 1 FROM paid_for p WHERE p.document_id = d.id AND p.state = 'refunded') THEN 'refunded'
        ELSE 'false' END AS expected FROM documents d)
    SELECT 'document ' || id || ' is marked "' || mark || '", its payments say "' || expected || '"'
    FROM marks WHERE mark <> expected`,
};

export const documentRules: RowRules = {
  "serial numbers are unique": `
    SELECT serial_number || ' stands on ' || count(*) || ' documents' FROM documents
    WHERE serial_number IS NOT NULL GROUP BY serial_number HAVING count(*) > 1`,
  "a completed document names everything that was made for it": `
    SELECT 'document ' || id || ' is completed, and something of it is missing' FROM documents
    WHERE status = 'completed' AND (serial_number IS NULL OR processed_at IS NULL OR timestamp_config IS NULL
      OR coalesce(processed_path, '') NOT LIKE 'stamped/' || id || '%'
      OR coalesce(certificate_path, '') NOT LIKE 'certificates/' || id || '%'
      OR stamped_sha256 IS NULL OR certificate_sha256 IS NULL OR stamped_size IS NULL OR stamped_type IS NULL)`,
  "a document that is not completed names no result": `
    SELECT 'document ' || id || ' (' || status || ') names a stamped copy or a certificate' FROM documents
    WHERE status <> 'completed' AND coalesce(processed_path, certificate_path) IS NOT NULL`,
  "a document at work has its serial number, its time and its original": `
    SELECT 'document ' || id || ' is being processed without what that needs' FROM documents
    WHERE status = 'processing' AND (serial_number IS NULL OR processed_at IS NULL OR timestamp_config IS NULL
      OR original_path IS NULL)`,
  "an original is kept, or it is known when it was deleted": `
    SELECT 'document ' || id || ' has no original, and nothing says since when' FROM documents
    WHERE (original_path IS NULL) <> (original_deleted_at IS NOT NULL)`,
  "no document was processed before it was uploaded": `
    SELECT 'document ' || id || ' was processed before it was uploaded' FROM documents
    WHERE processed_at / 1000 < created_at / 1000`,
  "a completed document and its certificate stand for each other": `
    SELECT 'document ' || d.id || ' is completed and has no certificate of its serial number' FROM documents d
    WHERE d.status = 'completed' AND NOT EXISTS (SELECT 1 FROM certificates c
      WHERE c.document_id = d.id AND c.serial_number = d.serial_number)
    UNION ALL
    SELECT 'certificate ' || c.serial_number || ' is of a document that is not completed' FROM certificates c
    LEFT JOIN documents d ON d.id = c.document_id WHERE d.status IS DISTINCT FROM 'completed'`,
  "original and stamped copy are time-stamped both, or neither; of a collection only the root is": `
    SELECT 'certificate ' || t.serial_number || ' has a time-stamp of one of its files only'
    FROM time_stamps t JOIN documents d ON d.serial_number = t.serial_number
    GROUP BY t.serial_number, d.collection IS NULL
    HAVING count(DISTINCT t.about) <> CASE WHEN d.collection IS NULL THEN 2 ELSE 1 END`,
  "the log has an entry for each certificate, and none of nobody": `
    SELECT 'certificate ' || serial_number || ' is not in the log' FROM certificates
    WHERE entry_index IS NULL AND EXISTS (SELECT 1 FROM registry_head WHERE checkpoint LIKE '%\n%')
    UNION ALL
    SELECT 'entry ' || e.position || ' of the log is of no certificate, and none was deleted'
    FROM registry_entries e LEFT JOIN certificates c ON c.entry_index = e.position
    WHERE c.serial_number IS NULL AND e.is_released = 0`,
};

export const queueRules: RowRules = {
  "every document at work has its job": `
    SELECT 'document ' || d.id || ' is being processed, and nobody does it' FROM documents d
    WHERE d.status = 'processing' AND NOT EXISTS (SELECT 1 FROM jobs j
      WHERE j.kind = 'stamp-document' AND j.subject = d.id AND j.state IN ('queued', 'running'))`,
  "every stamping job has a document to stamp, or one that failed": `
    SELECT 'job ' || j.id || ' (' || j.state || ') is of a document that is ' || coalesce(d.status, 'gone')
    FROM jobs j LEFT JOIN documents d ON d.id = j.subject WHERE j.kind = 'stamp-document'
      AND d.status IS DISTINCT FROM CASE j.state WHEN 'failed' THEN 'error' ELSE 'processing' END`,
  "a job at work has a lease": `
    SELECT 'job ' || id || ' is at work without a lease' FROM jobs WHERE state = 'running' AND lease_until IS NULL`,
  "every mail on its way has its job": `
    SELECT 'mail ' || m.id || ' is ' || m.state || ', and nobody sends it' FROM mails m
    WHERE m.state IN ('queued', 'sending') AND NOT EXISTS (SELECT 1 FROM jobs j
      WHERE j.kind = 'mail.send' AND j.subject = m.id AND j.state IN ('queued', 'running'))`,
  "a mail whose way has ended is not sent again, and its words are forgotten": `
    SELECT 'mail ' || m.id || ' is ' || m.state || ', but its way has not ended' FROM mails m
    WHERE m.state NOT IN ('queued', 'sending') AND (m.ended_at IS NULL OR m.letter IS NOT NULL
      OR EXISTS (SELECT 1 FROM jobs j
        WHERE j.kind = 'mail.send' AND j.subject = m.id AND j.state IN ('queued', 'running')))`,
};
