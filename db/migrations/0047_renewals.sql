CREATE TABLE `archive_time_stamps` (
	`batch` text NOT NULL,
	`number` integer NOT NULL,
	`hash` text NOT NULL,
	`lists` blob,
	`token` blob NOT NULL,
	`time` integer NOT NULL,
	`authority` text NOT NULL,
	`certificate_end` integer NOT NULL,
	PRIMARY KEY(`batch`, `number`)
);
--> statement-breakpoint
CREATE TABLE `preserved_attestations` (
	`serial_number` text NOT NULL,
	`chain` integer NOT NULL,
	`batch` text NOT NULL,
	`before` integer NOT NULL,
	`lists` blob NOT NULL,
	PRIMARY KEY(`serial_number`, `chain`),
	FOREIGN KEY (`serial_number`) REFERENCES `certificates`(`serial_number`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `preserved_attestations_batch` ON `preserved_attestations` (`batch`,`serial_number`);--> statement-breakpoint
ALTER TABLE `time_stamps` ADD `renew_before` integer;--> statement-breakpoint
CREATE INDEX `time_stamps_renewal` ON `time_stamps` (`renew_before`);