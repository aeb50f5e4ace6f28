ALTER TABLE "ticket_answers" ADD "is_from_writer" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD "pending_email" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "users" ADD "deletion_at" bigint;