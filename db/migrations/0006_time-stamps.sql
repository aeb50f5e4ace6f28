CREATE TABLE `time_stamps` (
	`serial_number` text NOT NULL,
	`about` text NOT NULL,
	`is_outside` integer NOT NULL,
	`token` blob NOT NULL,
	`time` integer NOT NULL,
	`authority` text NOT NULL,
	PRIMARY KEY(`serial_number`, `about`, `is_outside`),
	FOREIGN KEY (`serial_number`) REFERENCES `certificates`(`serial_number`) ON UPDATE no action ON DELETE cascade
);
