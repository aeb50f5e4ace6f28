CREATE TABLE `credit_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`credits` integer NOT NULL,
	`reason` text NOT NULL,
	`subject` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credit_entries_once` ON `credit_entries` (`user_id`,`reason`,`subject`);--> statement-breakpoint
INSERT INTO `credit_entries` (`id`, `user_id`, `credits`, `reason`, `subject`, `created_at`)
SELECT lower(hex(randomblob(16))), `user_id`, -`stamps`, 'redeemed', `id`, `created_at` FROM `purchases` WHERE `amount` = 0;
--> statement-breakpoint
INSERT INTO `credit_entries` (`id`, `user_id`, `credits`, `reason`, `subject`, `created_at`)
SELECT lower(hex(randomblob(16))), u.`id`, u.`free_credits` - coalesce(sum(c.`credits`), 0), 'before', NULL, u.`created_at`
FROM `users` u LEFT JOIN `credit_entries` c ON c.`user_id` = u.`id`
GROUP BY u.`id` HAVING u.`free_credits` - coalesce(sum(c.`credits`), 0) > 0;
