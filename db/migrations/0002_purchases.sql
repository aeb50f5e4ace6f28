CREATE TABLE `purchases` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`plan` text NOT NULL,
	`document_id` text,
	`amount` integer NOT NULL,
	`stamps` integer,
	`state` text DEFAULT 'open' NOT NULL,
	`payment_intent` text,
	`subscription_id` text,
	`period_end` integer,
	`cancel_at` integer,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `purchases_payment_intent_unique` ON `purchases` (`payment_intent`);--> statement-breakpoint
CREATE UNIQUE INDEX `purchases_subscription_id_unique` ON `purchases` (`subscription_id`);--> statement-breakpoint
CREATE INDEX `purchases_user` ON `purchases` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `purchases_document` ON `purchases` (`document_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `purchases_one_open_per_document` ON `purchases` (`document_id`) WHERE state = 'open' AND document_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `purchases_one_open_per_plan` ON `purchases` (`user_id`,`plan`) WHERE state = 'open' AND document_id IS NULL;--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`received_at` integer NOT NULL
);
