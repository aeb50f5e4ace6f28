import { type PlanId, planIds } from "../../../db/columns/billing.ts";
import { collectionFileType } from "../../formats/file-types.ts";
import { plans as defaultPlans, type Plans } from "../billing/plans.ts";
import { timelinePlan } from "../billing/quota.ts";
import { oneTimePlans, renewingPlan } from "../plan-ids.ts";

/**
 * Rules about rows, in plain SQL and independent of the product's queries, so that the two cannot share a mistake. Each
 * statement lists violations of its rule, in one column and as a sentence without names of people.
 */
export type RowRules = Record<string, string>;

/** An account that is older than a change of a limit may have the default. Without a limit nothing can exceed it. */
const largestLimit = (plans: Plans, plan: PlanId) =>
  Math.max(plans[plan].documentLimit ?? 1e9, defaultPlans[plan].documentLimit ?? 1e9);
const stampsOfPlans = (plans: Plans) =>
  planIds.map((plan) => `WHEN '${plan}' THEN ${largestLimit(plans, plan)}`).join(" ");
const listPlans = (plans: string[]) => plans.map((plan) => `'${plan}'`).join(", ");
/** A subscription counts for three days beyond its paid period: its renewal may be in progress. */
const graceMs = 3 * 86_400_000;

export const accountRules: RowRules = {
  "no account has a negative number of credits": `
    SELECT 'account ' || id || ' has ' || free_credits || ' free credits' FROM users WHERE free_credits < 0`,
  "no deleted account has a session": `
    SELECT 'account ' || u.id || ' is deleted but still signed in'
    FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.is_deleted = 1`,
  "every confirmed address exists, and its mailbox is known": `
    SELECT 'account ' || id || ' has confirmed an address that does not exist' FROM users
    WHERE (email_confirmed_at IS NOT NULL AND email IS NULL) OR (email_confirmed_at IS NULL) <> (email_key IS NULL)`,
  "no deleted account has a known device": `
    SELECT 'account ' || u.id || ' is deleted but still has a known device'
    FROM known_devices k JOIN users u ON u.id = k.user_id WHERE u.is_deleted = 1`,
  "no deleted account has a second factor": `
    SELECT 'account ' || u.id || ' is deleted but still has a second factor or a provider' FROM users u WHERE u.is_deleted = 1
    AND (EXISTS (SELECT 1 FROM authenticator_apps a WHERE a.user_id = u.id)
      OR EXISTS (SELECT 1 FROM recovery_codes c WHERE c.user_id = u.id)
      OR EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = u.id)
      OR EXISTS (SELECT 1 FROM provider_identities i WHERE i.user_id = u.id))`,
  "no deleted account has a notice": `
    SELECT 'notice ' || n.id || ' is to or about a deleted account' FROM notices n
    JOIN users u ON u.id = n.user_id OR u.id = n.office_id WHERE u.is_deleted = 1`,
  "every notice says what it is about": `
    SELECT 'notice ' || id || ' of the kind ' || kind || ' is about nothing, or about something else' FROM notices
    WHERE (kind = 'document-failed') <> (document_id IS NOT NULL)
    OR (kind = 'ticket-answered') <> (ticket_id IS NOT NULL)
    OR (kind = 'project-acknowledged') <> (share_id IS NOT NULL)
    OR (kind IN ('seats-changed', 'domain-lost') AND office_id IS NULL)`,
  "every account has a way in": `
    SELECT 'account ' || u.id || ' has no password, no passkey and no link to a provider' FROM users u
    WHERE u.is_deleted = 0 AND u.is_office = 0 AND u.password_hash = ''
    AND NOT EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = u.id)
    AND NOT EXISTS (SELECT 1 FROM provider_identities i WHERE i.user_id = u.id)`,
  "recovery codes belong to an account with a second factor": `
    SELECT 'account ' || c.user_id || ' has recovery codes without a second factor' FROM recovery_codes c
    WHERE NOT EXISTS (SELECT 1 FROM authenticator_apps a WHERE a.user_id = c.user_id AND a.confirmed_at IS NOT NULL)`,
  "no deleted account has an access token": `
    SELECT 'account ' || u.id || ' is deleted but still has an access token'
    FROM access_tokens t JOIN users u ON u.id = t.user_id WHERE u.is_deleted = 1`,
  "every office has an owner": `
    SELECT 'office ' || o.id || ' has no owner' FROM users o WHERE o.is_office = 1 AND o.is_deleted = 0
    AND NOT EXISTS (SELECT 1 FROM office_members m WHERE m.office_id = o.id AND m.role = 'owner')`,
  "members are people, and neither they nor their office are deleted": `
    SELECT 'account ' || u.id || ' is a member of ' || o.id FROM office_members m
    JOIN users u ON u.id = m.user_id JOIN users o ON o.id = m.office_id
    WHERE u.is_deleted = 1 OR o.is_deleted = 1 OR u.is_office = 1 OR o.is_office = 0`,
  "a domain belongs to an office, and at most one stands on its certificates": `
    SELECT 'domain ' || d.id || ' is of no office' FROM office_domains d JOIN users u ON u.id = d.office_id
    WHERE u.is_office = 0 OR u.is_deleted = 1
    UNION ALL
    SELECT 'office ' || office_id || ' shows ' || count(*) || ' domains' FROM office_domains WHERE is_shown = 1
    GROUP BY office_id HAVING count(*) > 1`,
  "a domain is verified only if its record was seen": `
    SELECT 'domain ' || id || ' is verified, and no record of it was seen' FROM office_domains
    WHERE verified_at IS NOT NULL AND (seen_at IS NULL OR seen_at < verified_at)
      OR missing_since IS NOT NULL AND verified_at IS NULL`,
  "every token of an office belongs to one of its members": `
    SELECT 'token ' || t.id || ' is of no member of its office' FROM access_tokens t
    WHERE t.member_id IS NOT NULL AND NOT EXISTS
      (SELECT 1 FROM office_members m WHERE m.office_id = t.user_id AND m.user_id = t.member_id)`,
  "no deleted account has a webhook": `
    SELECT 'account ' || u.id || ' is deleted but still has a webhook'
    FROM webhook_endpoints w JOIN users u ON u.id = w.user_id WHERE u.is_deleted = 1`,
  "every waiting delivery has a job": `
    SELECT 'delivery ' || d.id || ' is waiting but has no job' FROM webhook_deliveries d
    WHERE d.state = 'waiting' AND NOT EXISTS
      (SELECT 1 FROM jobs j WHERE j.kind = 'webhook.deliver' AND j.subject = d.id)`,
  "a deleted account has no names, address or password": `
    SELECT 'account ' || id || ' is deleted but still has personal data' FROM users
    WHERE is_deleted = 1 AND (password_hash <> ''
      OR coalesce(email, email_key, first_name, last_name, birthdate, referral_code) IS NOT NULL
      OR email_confirmed_at IS NOT NULL)`,
  "no document of a deleted account names its client": `
    SELECT 'document ' || d.id || ' still has the name of a deleted account'
    FROM documents d JOIN users u ON u.id = d.user_id WHERE u.is_deleted = 1
    AND (d.client_name IS NOT NULL OR d.identity IS NOT NULL)`,
  "the number of referrals of an account is right": `
    SELECT 'account ' || u.id || ' counts ' || u.referral_count || ' referrals' FROM users u
    WHERE u.referral_count <> (SELECT count(*) FROM users r WHERE r.referred_by = u.id)`,
};

export const stampRules = (plans: Plans): RowRules => ({
  "every document that is being processed or completed has used one stamp": `
    SELECT 'document ' || d.id || ' (' || d.status || ') has used no stamp' FROM documents d
    WHERE d.status IN ('processing', 'completed') AND NOT EXISTS
      (SELECT 1 FROM stamp_usage s WHERE s.document_id = d.id AND s.returned_at IS NULL)`,
  "no other document has used a stamp": `
    SELECT 'document ' || d.id || ' (' || d.status || ') has used a stamp'
    FROM documents d JOIN stamp_usage s ON s.document_id = d.id AND s.returned_at IS NULL
    WHERE d.status NOT IN ('processing', 'completed')`,
  "a stamp comes from the account of its document": `
    SELECT 'document ' || d.id || ' was paid for by account ' || s.user_id
    FROM documents d JOIN stamp_usage s ON s.document_id = d.id
    WHERE d.withdrawn_at IS NULL AND s.user_id IS DISTINCT FROM d.user_id`,
  "no account has used more free stamps than the trial has": `
    SELECT 'account ' || user_id || ' has taken ' || count(*) || ' stamps of the trial, which has ${largestLimit(plans, "trial")}'
    FROM stamp_usage WHERE plan = 'trial' AND returned_at IS NULL GROUP BY user_id
    HAVING count(*) > ${largestLimit(plans, "trial")}`,
  "no account has used more stamps than it bought": `
    SELECT 'account ' || s.user_id || ' has used more stamps of ' || s.plan || ' than were bought'
    FROM stamp_usage s WHERE s.plan IN (${listPlans(oneTimePlans)}) AND s.returned_at IS NULL
    GROUP BY s.user_id, s.plan HAVING count(*) > (SELECT coalesce(sum(p.stamps), 0) FROM purchases p
      WHERE p.user_id = s.user_id AND p.plan = s.plan AND p.state IN ('paid', 'refunded', 'disputed'))`,
});

export const ledgerRules = (plans: Plans): RowRules => ({
  "the free credits of an account match their entries": `
    SELECT 'account ' || u.id || ' has ' || u.free_credits || ' free credits, and ' || coalesce(sum(c.credits), 0) ||
      ' were entered for it'
    FROM users u LEFT JOIN credit_entries c ON c.user_id = u.id
    GROUP BY u.id HAVING u.free_credits <> coalesce(sum(c.credits), 0)`,
  "every granted credit is in the audit log": `
    SELECT 'account ' || c.user_id || ' was granted ' || c.credits || ' credits that are not in the audit log'
    FROM credit_entries c WHERE c.reason = 'granted' AND NOT EXISTS (SELECT 1 FROM audit_log a
      WHERE a.id = c.subject AND a.action = 'credits.granted' AND a.subject = c.user_id
        AND (a.detail LIKE '%"credits":' || c.credits || ',%' OR a.detail LIKE '%"credits":' || c.credits || '}'))`,
  "every credit for a referral has someone who was referred": `
    SELECT 'account ' || c.user_id || ' has ' || c.credits || ' credits for a referral that never happened'
    FROM credit_entries c WHERE c.reason = 'referral' AND NOT EXISTS (SELECT 1 FROM users u
      WHERE u.id = c.subject AND u.referred_by IS NOT NULL AND c.user_id IN (u.id, u.referred_by))`,
  "every waiting referral has a referrer and has not given credits yet": `
    SELECT 'account ' || u.id || ' has a waiting referral that should not exist' FROM users u
    WHERE u.referral_awaits IS NOT NULL AND (u.referred_by IS NULL OR EXISTS
      (SELECT 1 FROM credit_entries c WHERE c.reason = 'referral' AND c.subject = u.id))`,
  "every credit entry has a known reason, and only spending is negative": `
    SELECT 'account ' || user_id || ' has ' || credits || ' credits for no reason (' || reason || ')'
    FROM credit_entries WHERE reason NOT IN ('before', 'granted', 'referral', 'redeemed')
      OR (credits > 0) <> (reason <> 'redeemed')`,
  "every free purchase used a credit, and every spent credit has a purchase": `
    SELECT 'purchase ' || p.id || ' cost nothing but used no credit' FROM purchases p
    WHERE p.amount = 0 AND NOT EXISTS (SELECT 1 FROM credit_entries c
      WHERE c.reason = 'redeemed' AND c.subject = p.id AND c.user_id = p.user_id AND c.credits = -coalesce(p.stamps, 0))
    UNION ALL
    SELECT 'account ' || c.user_id || ' spent a credit on nothing' FROM credit_entries c
    WHERE c.reason = 'redeemed' AND NOT EXISTS (SELECT 1 FROM purchases p WHERE p.id = c.subject)`,
  "only subscriptions of offices are paid for each member": `
    SELECT 'purchase ' || p.id || ' is for ' || coalesce(CAST(p.seats AS text), 'no') || ' members' FROM purchases p
    WHERE (p.seats IS NULL) <> (p.seat_price IS NULL) OR p.seats < 0
      OR p.seats IS NOT NULL AND (p.plan <> '${renewingPlan}'
        OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = p.user_id AND u.is_office = 1))`,
  "every paid purchase has a payment at Stripe": `
    SELECT 'purchase ' || id || ' is ' || state || 'but has no payment' FROM purchases
    WHERE state NOT IN ('open', 'closed') AND amount > 0 AND coalesce(payment_intent, subscription_id) IS NULL`,
  "no purchase has more stamps than its plan": `
    SELECT 'purchase ' || id || ' of ' || plan || ' has ' || coalesce(CAST(stamps AS text), 'unlimited') || ' stamps'
    FROM purchases WHERE coalesce(stamps, 1e9) > CASE plan ${stampsOfPlans(plans)} ELSE 0 END * CASE
      WHEN document_set IS NULL THEN 1
      ELSE (SELECT count(*) FROM purchase_documents x WHERE x.purchase_id = purchases.id) END`,
  "every stamp is from a plan that exists": `
    SELECT 'account ' || user_id || ' has used a stamp of ' || plan FROM stamp_usage
    WHERE plan NOT IN (${listPlans([...planIds, timelinePlan])})`,
  "only timelines and acknowledgments use stamps that cost nothing": `
    SELECT 'document ' || d.id || ' is not a timeline or acknowledgment but used a stamp that costs nothing'
    FROM stamp_usage s JOIN documents d ON d.id = s.document_id
    WHERE s.plan = '${timelinePlan}' AND d.kind NOT IN ('timeline', 'acknowledgement')`,
  "every unlimited stamp was used while a subscription was paid": `
    SELECT 'document ' || s.document_id || ' was stamped on a subscription that was not paid then'
    FROM stamp_usage s WHERE s.plan = 'unlimited' AND s.returned_at IS NULL AND NOT EXISTS (SELECT 1 FROM purchases p
      WHERE p.user_id = s.user_id AND p.plan = 'unlimited' AND p.state NOT IN ('open', 'closed')
        AND p.created_at <= s.taken_at AND s.taken_at <= coalesce(p.period_end + ${graceMs}, s.taken_at))`,
  "no stamp of an attested document was returned": `
    SELECT attested || ' documents were attested or are being processed, but only ' || taken || ' stamps were used for them'
    FROM (SELECT (SELECT count(*) FROM certificates) + (SELECT count(*) FROM registry_entries WHERE is_released = 1)
        + (SELECT count(*) FROM documents WHERE status = 'processing') AS attested,
      (SELECT count(*) FROM stamp_usage WHERE returned_at IS NULL) AS taken) AS sums
    WHERE attested > taken`,
});

export const paymentRules: RowRules = {
  "no payment counts for two purchases": `
    SELECT 'payment ' || payment_intent || ' is in ' || count(*) || ' purchases'
    FROM purchases WHERE payment_intent IS NOT NULL GROUP BY payment_intent HAVING count(*) > 1`,
  "the payment status of a document matches its payments": `
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
    SELECT serial_number || ' is on ' || count(*) || ' documents' FROM documents
    WHERE serial_number IS NOT NULL GROUP BY serial_number HAVING count(*) > 1`,
  "a completed document refers to everything that was made for it": `
    SELECT 'document ' || id || ' is completed, but part of it is missing' FROM documents
    WHERE status = 'completed' AND withdrawn_at IS NULL AND (serial_number IS NULL OR processed_at IS NULL OR timestamp_config IS NULL
      OR coalesce(processed_path, '') NOT LIKE 'stamped/' || id || '%'
      OR coalesce(certificate_path, '') NOT LIKE 'certificates/' || id || '%'
      OR stamped_sha256 IS NULL OR certificate_sha256 IS NULL OR stamped_size IS NULL OR stamped_type IS NULL)`,
  "of a withdrawn document, only the record is left": `
    SELECT 'document ' || id || ' is withdrawn, but has an owner, a name or a file' FROM documents
    WHERE withdrawn_at IS NOT NULL AND (status <> 'completed'
      OR coalesce(user_id, project_id, client_name, display_name, note) IS NOT NULL
      OR coalesce(original_path, processed_path, certificate_path) IS NOT NULL)`,
  "a document that is not completed has no result": `
    SELECT 'document ' || id || ' (' || status || ') has a stamped copy or a certificate' FROM documents
    WHERE status <> 'completed' AND coalesce(processed_path, certificate_path) IS NOT NULL`,
  "a document that is being processed has a serial number, a time and an original": `
    SELECT 'document ' || id || ' is being processed without a serial number, a time or an original' FROM documents
    WHERE status = 'processing' AND (serial_number IS NULL OR processed_at IS NULL OR timestamp_config IS NULL
      OR original_path IS NULL)`,
  "every original either exists or has a time of deletion": `
    SELECT 'document ' || id || ' has an original and a time of deletion, or neither' FROM documents
    WHERE (original_path IS NULL) <> (original_deleted_at IS NOT NULL)`,
  "no document was processed before it was uploaded": `
    SELECT 'document ' || id || ' was processed before it was uploaded' FROM documents
    WHERE processed_at / 1000 < created_at / 1000`,
  "every completed document has a certificate, and every certificate a completed document": `
    SELECT 'document ' || d.id || ' is completed but has no certificate with its serial number' FROM documents d
    WHERE d.status = 'completed' AND NOT EXISTS (SELECT 1 FROM certificates c
      WHERE c.document_id = d.id AND c.serial_number = d.serial_number)
    UNION ALL
    SELECT 'certificate ' || c.serial_number || ' is of a document that is not completed' FROM certificates c
    LEFT JOIN documents d ON d.id = c.document_id WHERE d.status IS DISTINCT FROM 'completed'`,
  "the original and the stamped copy are either both timestamped or not; of a collection, only the root is": `
    SELECT 'certificate ' || t.serial_number || ' has a timestamp for only one of its files'
    FROM time_stamps t JOIN documents d ON d.serial_number = t.serial_number
    GROUP BY t.serial_number, d.kind
    HAVING count(DISTINCT t.about) <> CASE WHEN d.kind = 'collection' THEN 1 ELSE 2 END`,
  "every chain of an evidence record has its timestamps, and the chains before it": `
    SELECT 'certificate ' || p.serial_number || ' has an incomplete evidence record' FROM preserved_attestations p
    WHERE NOT EXISTS (SELECT 1 FROM archive_time_stamps a WHERE a.batch = p.batch AND a.number = 0)
      OR (p.chain > 0 AND NOT EXISTS (SELECT 1 FROM preserved_attestations b
        WHERE b.serial_number = p.serial_number AND b.chain = p.chain - 1))
    UNION ALL
    SELECT 'batch ' || a.batch || ' of renewed proofs has a gap' FROM archive_time_stamps a
    WHERE a.number > 0 AND NOT EXISTS (SELECT 1 FROM archive_time_stamps b
      WHERE b.batch = a.batch AND b.number = a.number - 1)`,
  "the log has an entry for each certificate and no others": `
    SELECT 'certificate ' || serial_number || ' is not in the log' FROM certificates
    WHERE entry_index IS NULL AND EXISTS (SELECT 1 FROM registry_head WHERE checkpoint LIKE '%\n%')
    UNION ALL
    SELECT 'entry ' || e.position || ' of the log has no certificate, but no document was deleted'
    FROM registry_entries e LEFT JOIN certificates c ON c.entry_index = e.position
    LEFT JOIN adoptions a ON a.entry_index = e.position
    WHERE c.serial_number IS NULL AND a.id IS NULL AND e.is_released = 0`,
};

export const adoptionRules: RowRules = {
  "an adopted service is answered for with all of its records, or not at all": `
    SELECT 'the adopted service ' || a.origin || ' is incomplete' FROM adoptions a
    WHERE a.site IS NOT NULL AND (a.removed_at IS NOT NULL OR a.adopted_at IS NULL OR a.statement IS NULL
      OR a.entry_index IS NULL OR a.entry_salt IS NULL
      OR a.records <> (SELECT count(*) FROM adopted_records r WHERE r.adoption_id = a.id))`,
  "no serial number has two answers": `
    SELECT r.serial_number || ' is a record of ' || a.origin || ' and of another service' FROM adopted_records r
    JOIN adoptions a ON a.id = r.adoption_id WHERE a.site IS NOT NULL
    AND (EXISTS (SELECT 1 FROM certificates c WHERE c.serial_number = r.serial_number)
      OR EXISTS (SELECT 1 FROM adopted_records o JOIN adoptions b ON b.id = o.adoption_id
        WHERE o.serial_number = r.serial_number AND b.id <> a.id AND b.site IS NOT NULL))`,
};

export const projectRules: RowRules = {
  "a document belongs to a project of its own account": `
    SELECT 'document ' || d.id || ' is in a project of another account'
    FROM documents d JOIN projects p ON p.id = d.project_id WHERE d.user_id IS DISTINCT FROM p.user_id`,
  "a document has the facts of its kind, and of no other": `
    SELECT 'document ' || id || ' (' || kind || ', ' || file_type || ') has too few or other facts than its kind'
    FROM documents WHERE (kind = 'collection') <> (file_type = '${collectionFileType}')
      OR (kind = 'collection') <> (collection IS NOT NULL)
      OR (kind = 'timeline') <> (timeline IS NOT NULL)
      OR (kind = 'acknowledgement') <> (acknowledgement IS NOT NULL)`,
  "an acknowledgment was asked for, and has a name, a time and a document": `
    SELECT 'link ' || id || ' is only half acknowledged' FROM project_shares
    WHERE (acknowledged_at IS NULL) <> (acknowledged_by IS NULL)
      OR (acknowledged_at IS NULL) <> (acknowledgement_id IS NULL)
      OR (acknowledged_at IS NOT NULL AND recipient IS NULL)`,
  "the document of an acknowledgment exists or was deleted, and belongs to one link": `
    SELECT 'link ' || s.id || ' was acknowledged, but no document records it' FROM project_shares s
    WHERE s.acknowledgement_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM stamp_usage u
      WHERE u.document_id = s.acknowledgement_id AND u.plan = '${timelinePlan}')
    UNION ALL
    SELECT 'document ' || d.id || ' is the acknowledgment of a link and of nothing'
    FROM project_shares s JOIN documents d ON d.id = s.acknowledgement_id WHERE d.kind <> 'acknowledgement'
    UNION ALL
    SELECT 'document ' || acknowledgement_id || ' is the acknowledgment of ' || count(*) || ' links'
    FROM project_shares WHERE acknowledgement_id IS NOT NULL GROUP BY acknowledgement_id HAVING count(*) > 1`,
};

/** If its original was deleted before it was stamped, it is treated like any upload that its owner never stamped. */
export const unstampedRules: RowRules = {
  "a timeline certificate or an acknowledgment is stamped as soon as it is stored": `
    SELECT 'document ' || id || ' is a timeline certificate or an acknowledgment that was stored and not stamped'
    FROM documents
    WHERE status = 'uploaded' AND original_path IS NOT NULL AND kind IN ('timeline', 'acknowledgement')`,
};

export const queueRules: RowRules = {
  "every document that is being processed has a job": `
    SELECT 'document ' || d.id || ' is being processed but has no job' FROM documents d
    WHERE d.status = 'processing' AND NOT EXISTS (SELECT 1 FROM jobs j
      WHERE j.kind = 'stamp-document' AND j.subject = d.id AND j.state IN ('queued', 'running'))`,
  "every stamping job has a document to stamp, or one that failed": `
    SELECT 'job ' || j.id || ' (' || j.state || ') is of a document that is ' || coalesce(d.status, 'gone')
    FROM jobs j LEFT JOIN documents d ON d.id = j.subject WHERE j.kind = 'stamp-document'
      AND d.status IS DISTINCT FROM CASE j.state WHEN 'failed' THEN 'error' ELSE 'processing' END`,
  "a running job has a lease": `
    SELECT 'job ' || id || ' is running without a lease' FROM jobs WHERE state = 'running' AND lease_until IS NULL`,
  "every email that is being sent has a job": `
    SELECT 'mail ' || m.id || ' is ' || m.state || ' but has no job' FROM mails m
    WHERE m.state IN ('queued', 'sending') AND NOT EXISTS (SELECT 1 FROM jobs j
      WHERE j.kind = 'mail.send' AND j.subject = m.id AND j.state IN ('queued', 'running'))`,
  "an email that is finished is not sent again, and its text is deleted": `
    SELECT 'mail ' || m.id || ' is ' || m.state || ' but still has a job or its text' FROM mails m
    WHERE m.state NOT IN ('queued', 'sending') AND (m.ended_at IS NULL OR m.letter IS NOT NULL
      OR EXISTS (SELECT 1 FROM jobs j
        WHERE j.kind = 'mail.send' AND j.subject = m.id AND j.state IN ('queued', 'running')))`,
};
