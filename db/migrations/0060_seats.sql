ALTER TABLE `purchases` ADD `seats` integer;--> statement-breakpoint
ALTER TABLE `purchases` ADD `seat_price` integer;