ALTER TABLE "project_shares" ADD "member_id" text COLLATE "C" REFERENCES users(id);--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD "member_id" text COLLATE "C" REFERENCES users(id);