CREATE TABLE `checkpoint_cosignatures` (
	`size` integer NOT NULL,
	`witness` text NOT NULL,
	`line` text NOT NULL,
	`time` integer NOT NULL,
	PRIMARY KEY(`size`, `witness`),
	FOREIGN KEY (`size`) REFERENCES `witnessed_checkpoints`(`size`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `checkpoint_time_stamps` (
	`size` integer NOT NULL,
	`address` text NOT NULL,
	`token` blob NOT NULL,
	`time` integer NOT NULL,
	`authority` text NOT NULL,
	PRIMARY KEY(`size`, `address`),
	FOREIGN KEY (`size`) REFERENCES `witnessed_checkpoints`(`size`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `cosigned_heads` (
	`origin` text PRIMARY KEY NOT NULL,
	`size` integer NOT NULL,
	`hash` blob NOT NULL,
	`cosigned_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `witnessed_checkpoints` (
	`size` integer PRIMARY KEY NOT NULL,
	`checkpoint` text NOT NULL,
	`witnessed_at` integer NOT NULL,
	`proof` blob,
	`proof_state` text DEFAULT 'absent' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `witnessed_checkpoints_proof` ON `witnessed_checkpoints` (`proof_state`,`size`);