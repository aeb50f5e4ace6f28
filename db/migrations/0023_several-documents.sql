CREATE TABLE `purchase_documents` (
	`purchase_id` text NOT NULL,
	`document_id` text NOT NULL,
	PRIMARY KEY(`purchase_id`, `document_id`),
	FOREIGN KEY (`purchase_id`) REFERENCES `purchases`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `purchase_documents_document` ON `purchase_documents` (`document_id`);--> statement-breakpoint
DROP INDEX `purchases_one_open_per_plan`;--> statement-breakpoint
ALTER TABLE `purchases` ADD `document_set` text;--> statement-breakpoint
CREATE UNIQUE INDEX `purchases_one_open_per_set` ON `purchases` (`user_id`,`document_set`) WHERE state = 'open' AND document_set IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `purchases_one_open_per_plan` ON `purchases` (`user_id`,`plan`) WHERE state = 'open' AND document_id IS NULL AND document_set IS NULL;