ALTER TABLE `purchases` ADD `amount_refunded` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `purchases` ADD `is_declined` integer DEFAULT false NOT NULL;