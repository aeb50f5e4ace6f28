CREATE TABLE `office_domains` (
	`id` text PRIMARY KEY NOT NULL,
	`office_id` text NOT NULL,
	`name` text(80) NOT NULL,
	`token` text NOT NULL,
	`created_at` integer NOT NULL,
	`verified_at` integer,
	`seen_at` integer,
	`missing_since` integer,
	`checked_at` integer,
	`outcome` text,
	`next_check_at` integer,
	`is_shown` integer NOT NULL,
	FOREIGN KEY (`office_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `office_domains_name` ON `office_domains` (`office_id`,`name`);--> statement-breakpoint
CREATE INDEX `office_domains_due` ON `office_domains` (`next_check_at`);--> statement-breakpoint
ALTER TABLE `documents` ADD `identity` text;