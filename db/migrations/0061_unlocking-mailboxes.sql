CREATE TABLE `unlocking_mailboxes` (
	`mailbox_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
UPDATE `users` SET `free_stamps_from` = NULL WHERE `free_stamps_from` IS NOT NULL AND `email_key` IS NOT NULL AND NOT EXISTS (
	SELECT 1 FROM `users` AS `other` WHERE `other`.`email_key` = `users`.`email_key` AND `other`.`id` <> `users`.`id` AND `other`.`email_confirmed_at` < `users`.`email_confirmed_at`
);