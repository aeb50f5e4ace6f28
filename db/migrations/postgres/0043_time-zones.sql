ALTER TABLE "documents" ADD "time_zone" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "users" ADD "time_zone" text COLLATE "C";