CREATE TABLE `vouched_time` (
	`id` integer PRIMARY KEY NOT NULL,
	`newest` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `vouched_time` SELECT 1, max(`time`) FROM `time_stamps` WHERE NOT `is_outside` HAVING count(*) > 0;
