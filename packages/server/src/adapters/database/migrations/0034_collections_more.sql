ALTER TABLE "collections" ADD COLUMN "newest_at" bigint;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "backfill_next_at" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "backfill_leased_by" text;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "backfill_leased_until" bigint;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "backfill_fault" text;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "backfill_fault_text" text;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "backfill_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;