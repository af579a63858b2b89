ALTER TABLE "log_files" ADD COLUMN "stored_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "published" ADD COLUMN "bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "log_files" SET "stored_bytes" = (SELECT "files"."bytes" FROM "files" WHERE "files"."id" = "log_files"."file_id");--> statement-breakpoint
UPDATE "published" SET "bytes" = CASE WHEN "with_raw_data" THEN 8::bigint * "rows" * "series_count" ELSE 0 END
  + (SELECT coalesce(sum(octet_length("detection"::text)), 0) FROM "published_results" WHERE "published_results"."source_id" = "published"."source_id")
  + (SELECT coalesce(sum(octet_length("ranges"::text)), 0) FROM "published_ranges" WHERE "published_ranges"."source_id" = "published"."source_id");--> statement-breakpoint
INSERT INTO "datasets" ("id", "state", "rows", "created_at")
  SELECT "source_id", 'ready', 0, "created_at" FROM "published" WHERE "origin" = 'project' AND "with_raw_data"
  ON CONFLICT DO NOTHING;
