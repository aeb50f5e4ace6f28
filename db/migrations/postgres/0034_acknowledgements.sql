ALTER TABLE "documents" ADD "acknowledgement" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "project_shares" ADD "recipient" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "project_shares" ADD "recipient_name" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "project_shares" ADD "acknowledged_at" bigint;--> statement-breakpoint
ALTER TABLE "project_shares" ADD "acknowledged_by" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "project_shares" ADD "acknowledged_message" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "project_shares" ADD "acknowledgement_id" text COLLATE "C";