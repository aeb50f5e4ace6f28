CREATE TABLE `project_shares` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`label` text,
	`password_hash` text,
	`downloads` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`open_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `project_shares_project` ON `project_shares` (`project_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `share_openings` (
	`id` text PRIMARY KEY NOT NULL,
	`share_id` text NOT NULL,
	`browser` text,
	`system` text,
	`opened_at` integer NOT NULL,
	`last_opened_at` integer NOT NULL,
	FOREIGN KEY (`share_id`) REFERENCES `project_shares`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `share_openings_share` ON `share_openings` (`share_id`,`last_opened_at`);