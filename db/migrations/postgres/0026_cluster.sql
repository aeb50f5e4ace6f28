CREATE TABLE "leases" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"owner" text COLLATE "C",
	"available_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD "lease_owner" text COLLATE "C";