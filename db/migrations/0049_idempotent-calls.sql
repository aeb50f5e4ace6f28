CREATE TABLE `idempotent_calls` (
	`user_id` text NOT NULL,
	`key_sha256` text NOT NULL,
	`request_sha256` text NOT NULL,
	`run_id` text NOT NULL,
	`started_at` integer NOT NULL,
	`status` integer,
	`answer` text,
	PRIMARY KEY(`user_id`, `key_sha256`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `idempotent_calls_run` ON `idempotent_calls` (`run_id`);--> statement-breakpoint
CREATE INDEX `idempotent_calls_started` ON `idempotent_calls` (`started_at`);