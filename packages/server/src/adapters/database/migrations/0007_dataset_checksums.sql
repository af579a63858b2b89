ALTER TABLE "datasets" ADD COLUMN "stored_rows" bigint;--> statement-breakpoint
ALTER TABLE "datasets" ADD COLUMN "checksum" text;