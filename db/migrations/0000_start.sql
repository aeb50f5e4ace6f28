CREATE TABLE `audit_log` (
	`id` text PRIMARY KEY NOT NULL,
	`actor_id` text,
	`action` text NOT NULL,
	`subject` text,
	`detail` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_created` ON `audit_log` (`created_at`);--> statement-breakpoint
CREATE TABLE `certificates` (
	`serial_number` text PRIMARY KEY NOT NULL,
	`document_id` text NOT NULL,
	`attestation` text NOT NULL,
	`issued_at` integer NOT NULL,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_document_id_unique` ON `certificates` (`document_id`);--> statement-breakpoint
CREATE TABLE `documents` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`session_id` text,
	`original_name` text NOT NULL,
	`original_path` text,
	`processed_path` text,
	`certificate_path` text,
	`file_type` text NOT NULL,
	`stamped_type` text,
	`serial_number` text,
	`file_size` text NOT NULL,
	`status` text DEFAULT 'uploaded' NOT NULL,
	`timestamp_config` text,
	`payment_completed` text DEFAULT 'false' NOT NULL,
	`error_message` text,
	`sha256` text(64) NOT NULL,
	`stamped_sha256` text(64),
	`stamped_size` integer,
	`certificate_sha256` text(64),
	`pages` integer,
	`original_kept` integer,
	`notes` text DEFAULT '[]' NOT NULL,
	`client_name` text,
	`ownership_confirmed_at` integer,
	`created_at` integer NOT NULL,
	`processed_at` integer,
	`original_deleted_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_serial_number_unique` ON `documents` (`serial_number`);--> statement-breakpoint
CREATE INDEX `documents_user` ON `documents` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `documents_retention` ON `documents` (`original_deleted_at`,`created_at`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text,
	`state` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`available_at` integer NOT NULL,
	`lease_until` integer,
	`last_error` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `jobs_next` ON `jobs` (`state`,`available_at`);--> statement-breakpoint
CREATE INDEX `jobs_subject` ON `jobs` (`kind`,`subject`);--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`bucket` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`window_ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_limits_end` ON `rate_limits` (`window_ends_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`sid` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`sess` text NOT NULL,
	`expire` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_expire` ON `sessions` (`expire`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `stamp_usage` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`document_id` text NOT NULL,
	`plan` text NOT NULL,
	`taken_at` integer NOT NULL,
	`returned_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stamp_usage_document_id_unique` ON `stamp_usage` (`document_id`);--> statement-breakpoint
CREATE INDEX `stamp_usage_user` ON `stamp_usage` (`user_id`,`taken_at`);--> statement-breakpoint
CREATE TABLE `support_tickets` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`email` text(255) NOT NULL,
	`subject` text(200) NOT NULL,
	`message` text NOT NULL,
	`category` text(50) NOT NULL,
	`priority` text(20) DEFAULT 'medium' NOT NULL,
	`status` text(20) DEFAULT 'open' NOT NULL,
	`assigned_to` text(100),
	`resolution` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `support_tickets_user` ON `support_tickets` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text(50) NOT NULL,
	`username_key` text NOT NULL,
	`password_hash` text NOT NULL,
	`email` text(255),
	`first_name` text(100),
	`last_name` text(100),
	`birthdate` text(10),
	`is_admin` integer DEFAULT false NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL,
	`stripe_customer_id` text,
	`stripe_subscription_id` text,
	`subscription_status` text DEFAULT 'none' NOT NULL,
	`subscription_plan` text,
	`free_credits` integer DEFAULT 0 NOT NULL,
	`referral_code` text(20),
	`referred_by` text,
	`referral_count` integer DEFAULT 0 NOT NULL,
	`referral_credits_earned` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`last_login_at` integer,
	CONSTRAINT "users_free_credits_not_negative" CHECK("users"."free_credits" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_unique` ON `users` (`username`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_key_unique` ON `users` (`username_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_referral_code_unique` ON `users` (`referral_code`);--> statement-breakpoint
CREATE INDEX `users_email` ON `users` (`email`);