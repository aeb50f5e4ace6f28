ALTER TABLE "purchases" ADD "seats" bigint;--> statement-breakpoint
ALTER TABLE "purchases" ADD "seat_price" bigint;