CREATE TABLE `provider_identities` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`label` text,
	`grants_admin` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `provider_identities_person` ON `provider_identities` (`issuer`,`subject`);--> statement-breakpoint
CREATE INDEX `provider_identities_user` ON `provider_identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `provider_sign_ins` (
	`browser_sha256` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text,
	`return_to` text NOT NULL,
	`is_answered` integer NOT NULL,
	`outcome` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `provider_sign_ins_expiry` ON `provider_sign_ins` (`expires_at`);