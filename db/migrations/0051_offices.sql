CREATE TABLE `office_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`office_id` text NOT NULL,
	`invited_by` text NOT NULL,
	`role` text NOT NULL,
	`email` text(255),
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`office_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `office_invitations_office` ON `office_invitations` (`office_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `office_invitations_inviter` ON `office_invitations` (`invited_by`);--> statement-breakpoint
CREATE INDEX `office_invitations_expiry` ON `office_invitations` (`expires_at`);--> statement-breakpoint
CREATE TABLE `office_log` (
	`id` text PRIMARY KEY NOT NULL,
	`office_id` text NOT NULL,
	`actor_id` text,
	`action` text NOT NULL,
	`subject` text,
	`detail` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`office_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `office_log_office` ON `office_log` (`office_id`,`id`);--> statement-breakpoint
CREATE TABLE `office_members` (
	`office_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`joined_at` integer NOT NULL,
	PRIMARY KEY(`office_id`, `user_id`),
	FOREIGN KEY (`office_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `office_members_user` ON `office_members` (`user_id`);--> statement-breakpoint
ALTER TABLE `access_tokens` ADD `member_id` text REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `sessions` ADD `office_id` text REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `users` ADD `is_office` integer DEFAULT false NOT NULL;