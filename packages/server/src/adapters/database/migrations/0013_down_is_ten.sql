-- An instance that is down has severity 10 wherever it is compared, and comes first; its mark, -π, was kept as the severity.
UPDATE "findings" SET "severity" = 10 WHERE "type" = 'period' AND "kind" = 'down';
--> statement-breakpoint
UPDATE "detections" SET "worst_val" = -pi() WHERE EXISTS (
	SELECT 1 FROM "findings"
	WHERE "findings"."detection_id" = "detections"."id" AND "findings"."type" = 'period' AND "findings"."kind" = 'down'
) AND abs("worst_val") < 10;
