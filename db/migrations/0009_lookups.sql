DROP INDEX `users_email`;--> statement-breakpoint
CREATE INDEX `users_email_lower` ON `users` (lower("email"));--> statement-breakpoint
CREATE INDEX `users_created` ON `users` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `mails_ended` ON `mails` (`ended_at`);--> statement-breakpoint
CREATE INDEX `support_tickets_created` ON `support_tickets` (`created_at`,`id`);