ALTER TABLE `ticket_answers` ADD `is_from_writer` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `pending_email` text(255);--> statement-breakpoint
ALTER TABLE `users` ADD `deletion_at` integer;