CREATE TABLE "access_tokens" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"secret_sha256" text COLLATE "C" NOT NULL,
	"scopes" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint,
	"expires_at" bigint
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"actor_id" text COLLATE "C",
	"action" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C",
	"detail" text COLLATE "C",
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"serial_number" text COLLATE "C" PRIMARY KEY NOT NULL,
	"document_id" text COLLATE "C" NOT NULL,
	"attestation" text COLLATE "C" NOT NULL,
	"issued_at" bigint NOT NULL, "entry_index" bigint, "entry_salt" bytea
);
--> statement-breakpoint
CREATE TABLE "checkpoint_cosignatures" (
	"size" bigint NOT NULL,
	"witness" text COLLATE "C" NOT NULL,
	"line" text COLLATE "C" NOT NULL,
	"time" bigint NOT NULL,
	PRIMARY KEY("size", "witness")
);
--> statement-breakpoint
CREATE TABLE "checkpoint_time_stamps" (
	"size" bigint NOT NULL,
	"address" text COLLATE "C" NOT NULL,
	"token" bytea NOT NULL,
	"time" bigint NOT NULL,
	"authority" text COLLATE "C" NOT NULL,
	PRIMARY KEY("size", "address")
);
--> statement-breakpoint
CREATE TABLE "clock" (
	"id" bigint PRIMARY KEY NOT NULL,
	"newest_issued" bigint,
	"contradicted_since" bigint,
	"trusted_at" bigint,
	CONSTRAINT "clock_is_one" CHECK("clock"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "cosigned_heads" (
	"origin" text COLLATE "C" PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"hash" bytea NOT NULL,
	"cosigned_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_entries" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"credits" bigint NOT NULL,
	"reason" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C",
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C",
	"session_id" text COLLATE "C",
	"original_name" text COLLATE "C" NOT NULL,
	"original_path" text COLLATE "C",
	"processed_path" text COLLATE "C",
	"certificate_path" text COLLATE "C",
	"file_type" text COLLATE "C" NOT NULL,
	"stamped_type" text COLLATE "C",
	"serial_number" text COLLATE "C",
	"file_size" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" DEFAULT 'uploaded' NOT NULL,
	"timestamp_config" text COLLATE "C",
	"payment_completed" text COLLATE "C" DEFAULT 'false' NOT NULL,
	"error_message" text COLLATE "C",
	"sha256" text COLLATE "C" NOT NULL,
	"stamped_sha256" text COLLATE "C",
	"stamped_size" bigint,
	"certificate_sha256" text COLLATE "C",
	"pages" bigint,
	"original_kept" bigint,
	"notes" text COLLATE "C" DEFAULT '[]' NOT NULL,
	"client_name" text COLLATE "C",
	"ownership_confirmed_at" bigint,
	"created_at" bigint NOT NULL,
	"processed_at" bigint,
	"original_deleted_at" bigint, "error_code" text COLLATE "C", "error_params" text COLLATE "C", "display_name" text COLLATE "C", "note" text COLLATE "C", "search_text" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "ended_logs" (
	"number" bigint PRIMARY KEY NOT NULL,
	"verifier_key" text COLLATE "C" NOT NULL,
	"size" bigint NOT NULL,
	"checkpoint" text COLLATE "C" NOT NULL,
	"newest_checkpoint" text COLLATE "C" NOT NULL,
	"statement" text COLLATE "C" NOT NULL,
	"ended_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C",
	"state" text COLLATE "C" DEFAULT 'queued' NOT NULL,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"available_at" bigint NOT NULL,
	"lease_until" bigint,
	"last_error" text COLLATE "C",
	"created_at" bigint NOT NULL
, "lost_leases" bigint DEFAULT 0 NOT NULL);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"token_hash" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"last_used_at" bigint NOT NULL,
	PRIMARY KEY("token_hash", "user_id")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C",
	"recipient" text COLLATE "C" NOT NULL,
	"recipient_name" text COLLATE "C",
	"reply_to" text COLLATE "C",
	"subject" text COLLATE "C" NOT NULL,
	"letter" text COLLATE "C",
	"state" text COLLATE "C" DEFAULT 'queued' NOT NULL,
	"last_error" text COLLATE "C",
	"created_at" bigint NOT NULL,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "purchase_documents" (
	"purchase_id" text COLLATE "C" NOT NULL,
	"document_id" text COLLATE "C" NOT NULL,
	PRIMARY KEY("purchase_id", "document_id")
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"plan" text COLLATE "C" NOT NULL,
	"document_id" text COLLATE "C",
	"amount" bigint NOT NULL,
	"stamps" bigint,
	"state" text COLLATE "C" DEFAULT 'open' NOT NULL,
	"payment_intent" text COLLATE "C",
	"subscription_id" text COLLATE "C",
	"period_end" bigint,
	"cancel_at" bigint,
	"created_at" bigint NOT NULL,
	"settled_at" bigint, "document_set" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"bucket" text COLLATE "C" PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL,
	"window_ends_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registry_entries" (
	"position" bigint PRIMARY KEY NOT NULL,
	"entry" bytea NOT NULL,
	"is_released" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registry_head" (
	"id" bigint PRIMARY KEY NOT NULL,
	"checkpoint" text COLLATE "C" NOT NULL,
	CONSTRAINT "registry_head_is_one" CHECK("registry_head"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "registry_nodes" (
	"id" bigint PRIMARY KEY NOT NULL,
	"hash" bytea NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secret_links" (
	"token_hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"purpose" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"sess" text COLLATE "C" NOT NULL,
	"expire" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stamp_usage" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"document_id" text COLLATE "C" NOT NULL,
	"plan" text COLLATE "C" NOT NULL,
	"taken_at" bigint NOT NULL,
	"returned_at" bigint
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"received_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_tickets" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C",
	"email" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"message" text COLLATE "C" NOT NULL,
	"category" text COLLATE "C" NOT NULL,
	"priority" text COLLATE "C" DEFAULT 'medium' NOT NULL,
	"status" text COLLATE "C" DEFAULT 'open' NOT NULL,
	"assigned_to" text COLLATE "C",
	"resolution" text COLLATE "C",
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_answers" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"ticket_id" text COLLATE "C" NOT NULL,
	"message" text COLLATE "C" NOT NULL,
	"mail_id" text COLLATE "C",
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "time_stamp_roots" (
	"sha256" text COLLATE "C" PRIMARY KEY NOT NULL,
	"certificate" bytea NOT NULL,
	"accepted_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "time_stamps" (
	"serial_number" text COLLATE "C" NOT NULL,
	"about" text COLLATE "C" NOT NULL,
	"is_outside" bigint NOT NULL,
	"token" bytea NOT NULL,
	"time" bigint NOT NULL,
	"authority" text COLLATE "C" NOT NULL,
	PRIMARY KEY("serial_number", "about", "is_outside")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"username" text COLLATE "C" NOT NULL,
	"username_key" text COLLATE "C" NOT NULL,
	"password_hash" text COLLATE "C" NOT NULL,
	"email" text COLLATE "C",
	"first_name" text COLLATE "C",
	"last_name" text COLLATE "C",
	"birthdate" text COLLATE "C",
	"is_admin" bigint DEFAULT 0 NOT NULL,
	"is_deleted" bigint DEFAULT 0 NOT NULL,
	"stripe_customer_id" text COLLATE "C",
	"stripe_subscription_id" text COLLATE "C",
	"subscription_status" text COLLATE "C" DEFAULT 'none' NOT NULL,
	"subscription_plan" text COLLATE "C",
	"free_credits" bigint DEFAULT 0 NOT NULL,
	"referral_code" text COLLATE "C",
	"referred_by" text COLLATE "C",
	"referral_count" bigint DEFAULT 0 NOT NULL,
	"referral_credits_earned" bigint DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL,
	"last_login_at" bigint, "email_confirmed_at" bigint, "email_key" text COLLATE "C", "has_admin_password" bigint DEFAULT 0 NOT NULL, "referral_awaits" text COLLATE "C", "free_stamps_from" bigint,
	CONSTRAINT "users_free_credits_not_negative" CHECK("users"."free_credits" >= 0)
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"endpoint_id" text COLLATE "C" NOT NULL,
	"event" text COLLATE "C" NOT NULL,
	"body" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" DEFAULT 'waiting' NOT NULL,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"answer_status" bigint,
	"answer_text" text COLLATE "C",
	"fault" text COLLATE "C",
	"created_at" bigint NOT NULL,
	"last_attempt_at" bigint,
	"next_attempt_at" bigint
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"url" text COLLATE "C" NOT NULL,
	"events" text COLLATE "C" NOT NULL,
	"secret" text COLLATE "C" NOT NULL,
	"previous_secret" text COLLATE "C",
	"previous_until" bigint,
	"disabled_for" text COLLATE "C",
	"failing_since" bigint,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "witnessed_checkpoints" (
	"size" bigint PRIMARY KEY NOT NULL,
	"checkpoint" text COLLATE "C" NOT NULL,
	"witnessed_at" bigint NOT NULL,
	"proof" bytea,
	"proof_state" text COLLATE "C" DEFAULT 'absent' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "access_tokens_user" ON "access_tokens" ("user_id");
--> statement-breakpoint
CREATE INDEX "audit_log_created" ON "audit_log" ("created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_document_id_unique" ON "certificates" ("document_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_entry_index_unique" ON "certificates" ("entry_index");
--> statement-breakpoint
CREATE INDEX "certificates_issued" ON "certificates" ("issued_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_once" ON "credit_entries" ("user_id","reason","subject");
--> statement-breakpoint
CREATE INDEX "documents_failed" ON "documents" ("processed_at") WHERE status = 'error';
--> statement-breakpoint
CREATE INDEX "documents_retention" ON "documents" ("created_at") WHERE "documents"."original_path" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "documents_serial_number_unique" ON "documents" ("serial_number");
--> statement-breakpoint
CREATE INDEX "documents_stamped_size" ON "documents" ("stamped_size") WHERE "documents"."stamped_size" is not null;
--> statement-breakpoint
CREATE INDEX "documents_user" ON "documents" ("user_id","created_at");
--> statement-breakpoint
CREATE INDEX "documents_without_search_text" ON "documents" ("id") WHERE "documents"."search_text" is null;
--> statement-breakpoint
CREATE INDEX "jobs_next" ON "jobs" ("state","available_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_subject" ON "jobs" ("kind","subject");
--> statement-breakpoint
CREATE INDEX "jobs_turn" ON "jobs" ("kind","user_id","created_at","state","available_at","attempts","lease_until");
--> statement-breakpoint
CREATE INDEX "known_devices_used" ON "known_devices" ("last_used_at");
--> statement-breakpoint
CREATE INDEX "known_devices_user" ON "known_devices" ("user_id");
--> statement-breakpoint
CREATE INDEX "mails_created" ON "mails" ("created_at");
--> statement-breakpoint
CREATE INDEX "mails_ended" ON "mails" ("ended_at");
--> statement-breakpoint
CREATE INDEX "mails_user" ON "mails" ("user_id");
--> statement-breakpoint
CREATE INDEX "purchase_documents_document" ON "purchase_documents" ("document_id");
--> statement-breakpoint
CREATE INDEX "purchases_created" ON "purchases" ("created_at");
--> statement-breakpoint
CREATE INDEX "purchases_document" ON "purchases" ("document_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_one_open_per_document" ON "purchases" ("document_id") WHERE state = 'open' AND document_id IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_one_open_per_plan" ON "purchases" ("user_id","plan") WHERE state = 'open' AND document_id IS NULL AND document_set IS NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_one_open_per_set" ON "purchases" ("user_id","document_set") WHERE state = 'open' AND document_set IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_payment_intent_unique" ON "purchases" ("payment_intent");
--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_subscription_id_unique" ON "purchases" ("subscription_id");
--> statement-breakpoint
CREATE INDEX "purchases_user" ON "purchases" ("user_id","created_at");
--> statement-breakpoint
CREATE INDEX "rate_limits_end" ON "rate_limits" ("window_ends_at");
--> statement-breakpoint
CREATE INDEX "secret_links_expiry" ON "secret_links" ("expires_at");
--> statement-breakpoint
CREATE INDEX "secret_links_subject" ON "secret_links" ("purpose","subject");
--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" ("expire");
--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "stamp_usage_document_id_unique" ON "stamp_usage" ("document_id");
--> statement-breakpoint
CREATE INDEX "stamp_usage_user" ON "stamp_usage" ("user_id","taken_at");
--> statement-breakpoint
CREATE INDEX "support_tickets_created" ON "support_tickets" ("created_at","id");
--> statement-breakpoint
CREATE INDEX "support_tickets_user" ON "support_tickets" ("user_id","created_at");
--> statement-breakpoint
CREATE INDEX "ticket_answers_ticket" ON "ticket_answers" ("ticket_id","created_at");
--> statement-breakpoint
CREATE INDEX "users_created" ON "users" ("created_at","id");
--> statement-breakpoint
CREATE INDEX "users_email_key" ON "users" ("email_key");
--> statement-breakpoint
CREATE INDEX "users_email_lower" ON "users" (lower("email"));
--> statement-breakpoint
CREATE UNIQUE INDEX "users_referral_code_unique" ON "users" ("referral_code");
--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key_unique" ON "users" ("username_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_unique" ON "users" ("username");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" ("created_at");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" ("endpoint_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "webhook_endpoints_user" ON "webhook_endpoints" ("user_id");
--> statement-breakpoint
CREATE INDEX "witnessed_checkpoints_proof" ON "witnessed_checkpoints" ("proof_state","size");
--> statement-breakpoint
ALTER TABLE "access_tokens" ADD FOREIGN KEY ("user_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE cascade;
--> statement-breakpoint
ALTER TABLE "certificates" ADD FOREIGN KEY ("document_id") REFERENCES "documents"("id") ON UPDATE no action ON DELETE cascade;
--> statement-breakpoint
ALTER TABLE "checkpoint_cosignatures" ADD FOREIGN KEY ("size") REFERENCES "witnessed_checkpoints"("size") ON UPDATE no action ON DELETE no action;
--> statement-breakpoint
ALTER TABLE "checkpoint_time_stamps" ADD FOREIGN KEY ("size") REFERENCES "witnessed_checkpoints"("size") ON UPDATE no action ON DELETE no action;
--> statement-breakpoint
ALTER TABLE "credit_entries" ADD FOREIGN KEY ("user_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE no action;
--> statement-breakpoint
ALTER TABLE "documents" ADD FOREIGN KEY ("user_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE no action;
--> statement-breakpoint
ALTER TABLE "known_devices" ADD FOREIGN KEY ("user_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE cascade;
--> statement-breakpoint
ALTER TABLE "purchase_documents" ADD FOREIGN KEY ("purchase_id") REFERENCES "purchases"("id") ON UPDATE no action ON DELETE no action;
--> statement-breakpoint
ALTER TABLE "purchases" ADD FOREIGN KEY ("user_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD FOREIGN KEY ("user_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE cascade;
--> statement-breakpoint
ALTER TABLE "stamp_usage" ADD FOREIGN KEY ("user_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE no action;
--> statement-breakpoint
ALTER TABLE "support_tickets" ADD FOREIGN KEY ("user_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE no action;
--> statement-breakpoint
ALTER TABLE "ticket_answers" ADD FOREIGN KEY ("ticket_id") REFERENCES "support_tickets"("id") ON UPDATE no action ON DELETE cascade;
--> statement-breakpoint
ALTER TABLE "time_stamps" ADD FOREIGN KEY ("serial_number") REFERENCES "certificates"("serial_number") ON UPDATE no action ON DELETE cascade;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON UPDATE no action ON DELETE cascade;
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD FOREIGN KEY ("user_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE no action;
--> statement-breakpoint
ALTER TABLE "certificates" ADD FOREIGN KEY ("entry_index") REFERENCES registry_entries(position);
