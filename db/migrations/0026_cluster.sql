CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`owner` text,
	`available_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `jobs` ADD `lease_owner` text;