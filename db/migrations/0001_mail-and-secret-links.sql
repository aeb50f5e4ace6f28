CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`recipient` text(255) NOT NULL,
	`recipient_name` text(200),
	`reply_to` text(255),
	`subject` text(200) NOT NULL,
	`letter` text,
	`state` text DEFAULT 'queued' NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `mails_created` ON `mails` (`created_at`);--> statement-breakpoint
CREATE INDEX `mails_user` ON `mails` (`user_id`);--> statement-breakpoint
CREATE TABLE `secret_links` (
	`token_hash` text(64) PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`subject` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `secret_links_expiry` ON `secret_links` (`expires_at`);--> statement-breakpoint
CREATE INDEX `secret_links_subject` ON `secret_links` (`purpose`,`subject`);