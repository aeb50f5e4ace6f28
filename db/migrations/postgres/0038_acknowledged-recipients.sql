ALTER TABLE "documents" ADD "recipient" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "secret_links" ADD "mail_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "secret_links" ADD "mailed_at" bigint;--> statement-breakpoint
CREATE INDEX "secret_links_mail" ON "secret_links" ("mail_id") WHERE "secret_links"."mail_id" is not null;--> statement-breakpoint
ALTER TABLE "project_shares" ADD "requested_from" text COLLATE "C";