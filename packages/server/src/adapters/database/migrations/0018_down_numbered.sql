-- Instances that were down at the same time had one id, and a verdict on one was one on all.
UPDATE "findings" SET "detail" = jsonb_set("detail", '{nthOfSpan}', to_jsonb("same"."nth"))
FROM (
	SELECT "id", row_number() OVER (PARTITION BY "detection_id", "start_time", "end_time" ORDER BY "number") AS "nth"
	FROM "findings" WHERE "type" = 'period' AND "kind" = 'down' AND "detection_id" IS NOT NULL
) AS "same"
WHERE "same"."id" = "findings"."id" AND "same"."nth" > 1;
