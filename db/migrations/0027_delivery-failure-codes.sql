ALTER TABLE `webhook_deliveries` ADD `fault_code` text;--> statement-breakpoint
ALTER TABLE `webhook_deliveries` ADD `fault_params` text;