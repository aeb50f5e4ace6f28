CREATE TABLE `notice_mails` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`is_mailed` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `notices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`office_id` text,
	`kind` text NOT NULL,
	`document_id` text,
	`ticket_id` text,
	`share_id` text,
	`browser` text,
	`system` text,
	`created_at` integer NOT NULL,
	`read_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`office_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ticket_id`) REFERENCES `support_tickets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`share_id`) REFERENCES `project_shares`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notices_user` ON `notices` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `notices_created` ON `notices` (`created_at`);--> statement-breakpoint
CREATE INDEX `notices_office` ON `notices` (`office_id`) WHERE "notices"."office_id" is not null;--> statement-breakpoint
CREATE INDEX `notices_document` ON `notices` (`document_id`) WHERE "notices"."document_id" is not null;--> statement-breakpoint
CREATE INDEX `notices_ticket` ON `notices` (`ticket_id`) WHERE "notices"."ticket_id" is not null;--> statement-breakpoint
CREATE INDEX `notices_share` ON `notices` (`share_id`) WHERE "notices"."share_id" is not null;