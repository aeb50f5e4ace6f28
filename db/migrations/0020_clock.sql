CREATE TABLE `clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`newest_issued` integer,
	`contradicted_since` integer,
	`trusted_at` integer,
	CONSTRAINT "clock_is_one" CHECK("clock"."id" = 1)
);
--> statement-breakpoint
INSERT INTO `clock` SELECT 1, `newest_issued`, `contradicted_since`, `trusted_at` FROM (
	SELECT
		(SELECT max(`newest`) FROM `vouched_time`) AS `newest_issued`,
		(SELECT min(`since`) FROM `contradicted_clock`) AS `contradicted_since`,
		(SELECT max(`at`) FROM `trusted_clock`) AS `trusted_at`
) WHERE coalesce(`newest_issued`, `contradicted_since`, `trusted_at`) IS NOT NULL;--> statement-breakpoint
DROP TABLE `contradicted_clock`;--> statement-breakpoint
DROP TABLE `trusted_clock`;--> statement-breakpoint
DROP TABLE `vouched_time`;