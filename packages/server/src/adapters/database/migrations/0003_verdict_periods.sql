ALTER TABLE "verdicts" ADD COLUMN "period" jsonb;--> statement-breakpoint
UPDATE "verdicts" SET "period" = (
	SELECT "one" FROM "detections", jsonb_array_elements("detections"."periods") "one"
	WHERE "detections"."id" = "verdicts"."detection_id"
		AND "one"->>'kind' = "pattern"->>'kind'
		AND abs(("one"->>'val')::float8) = ("pattern"->>'degree')::float8
		AND "one"->'series'->0->>'seriesId' IS NOT DISTINCT FROM "pattern"->>'seriesId'
	LIMIT 1
);--> statement-breakpoint
DELETE FROM "verdicts" WHERE "period" IS NULL;--> statement-breakpoint
ALTER TABLE "verdicts" ALTER COLUMN "period" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "verdicts" DROP COLUMN "pattern";
