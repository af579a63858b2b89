CREATE TABLE "sources" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"interval_ms" bigint,
	"from_time" bigint,
	"to_time" bigint,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "members" (
	"source_id" text NOT NULL,
	"account_id" text NOT NULL,
	"added_at" bigint NOT NULL,
	CONSTRAINT "members_source_id_account_id_pk" PRIMARY KEY("source_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "series" (
	"source_id" text NOT NULL,
	"number" integer NOT NULL,
	"series_id" text NOT NULL,
	"metric" text NOT NULL,
	"instance" text NOT NULL,
	"service" text,
	"group" text,
	"unit" text,
	"first_seen" bigint,
	"last_seen" bigint,
	"present" double precision,
	"min" double precision,
	"max" double precision,
	"mean" double precision,
	"deviation" double precision,
	CONSTRAINT "series_source_id_number_pk" PRIMARY KEY("source_id","number")
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" text PRIMARY KEY NOT NULL,
	"source_id" text NOT NULL,
	"state" text NOT NULL,
	"title" text NOT NULL,
	"onset" bigint NOT NULL,
	"causes" jsonb NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "findings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "findings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source_id" text NOT NULL,
	"detection_id" text,
	"incident_id" text,
	"type" text NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"start_time" bigint NOT NULL,
	"end_time" bigint,
	"rows" integer NOT NULL,
	"severity" double precision,
	"direction" integer,
	"probability" double precision,
	"lead_series" integer,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TEMPORARY TABLE "source_points" ON COMMIT DROP AS
SELECT coalesce("file"."id", "kept"."filename") AS "source_id",
	coalesce("file"."owner_id", "kept"."owner_id") AS "owner_id",
	coalesce("file"."upload_file_name", "kept"."upload_file_name") AS "name",
	coalesce("file"."dataset_id", "kept"."points_id") AS "dataset_id",
	coalesce("file"."created_at", "kept"."created_at") AS "created_at"
FROM "files" "file"
FULL JOIN (
	SELECT DISTINCT ON ("filename") "filename", "owner_id", "upload_file_name", "points_id", "created_at"
	FROM "detections" ORDER BY "filename", "created_at", "id"
) "kept" ON "kept"."filename" = "file"."id";
--> statement-breakpoint
INSERT INTO "sources" ("id", "owner_id", "kind", "name", "interval_ms", "from_time", "to_time", "created_at")
SELECT "one"."source_id", "one"."owner_id", 'file', "one"."name", "points"."interval_ms", "points"."from_time", "points"."to_time", "one"."created_at"
FROM "source_points" "one" LEFT JOIN "datasets" "points" ON "points"."id" = "one"."dataset_id";
--> statement-breakpoint
INSERT INTO "series" ("source_id", "number", "series_id", "metric", "instance", "service", "group", "first_seen", "last_seen", "present", "min", "max", "mean", "deviation")
SELECT "one"."source_id", "listed"."place" - 1,
	"listed"."key"->>'id', "listed"."key"->>'metric', "listed"."key"->>'instance', "listed"."key"->>'service', "listed"."key"->>'group',
	"points"."from_time", "points"."to_time",
	("listed"."summary"->>'present')::float8, ("listed"."summary"->>'min')::float8, ("listed"."summary"->>'max')::float8,
	("listed"."summary"->>'mean')::float8, ("listed"."summary"->>'deviation')::float8
FROM "source_points" "one"
JOIN "datasets" "points" ON "points"."id" = "one"."dataset_id",
	ROWS FROM (jsonb_array_elements("points"."series"), jsonb_array_elements("points"."summaries")) WITH ORDINALITY AS "listed"("key", "summary", "place")
WHERE "listed"."key" IS NOT NULL;
--> statement-breakpoint
INSERT INTO "findings" ("source_id", "detection_id", "type", "number", "kind", "start_time", "end_time", "rows", "severity", "direction", "probability", "lead_series", "detail")
SELECT "detection"."filename", "detection"."id", 'period', "listed"."place",
	"listed"."one"->>'kind', ("listed"."one"->>'start')::bigint, ("listed"."one"->>'end')::bigint, ("listed"."one"->>'rows')::integer,
	abs(("listed"."one"->>'val')::float8), CASE WHEN ("listed"."one"->>'val')::float8 < 0 THEN -1 ELSE 1 END, ("listed"."one"->>'probability')::float8,
	"lead"."number", "listed"."one" - '{kind,start,end,rows,val,probability}'::text[]
FROM "detections" "detection" CROSS JOIN LATERAL jsonb_array_elements("detection"."periods") WITH ORDINALITY AS "listed"("one", "place")
LEFT JOIN "series" "lead" ON "lead"."source_id" = "detection"."filename" AND "lead"."series_id" = "listed"."one"->'series'->0->>'seriesId';
--> statement-breakpoint
INSERT INTO "findings" ("source_id", "detection_id", "type", "number", "kind", "start_time", "end_time", "rows", "lead_series", "detail")
SELECT "detection"."filename", "detection"."id", 'gap', "listed"."place",
	"listed"."one"->>'kind', ("listed"."one"->>'start')::bigint, ("listed"."one"->>'end')::bigint, ("listed"."one"->>'rows')::integer,
	"lead"."number", "listed"."one" - '{kind,start,end,rows}'::text[]
FROM "detections" "detection" CROSS JOIN LATERAL jsonb_array_elements("detection"."gaps") WITH ORDINALITY AS "listed"("one", "place")
LEFT JOIN "series" "lead" ON "lead"."source_id" = "detection"."filename" AND "lead"."series_id" = "listed"."one"->'seriesIds'->>0;
--> statement-breakpoint
ALTER TABLE "detections" ADD COLUMN "source_id" text, ADD COLUMN "series_count" integer, ADD COLUMN "period_count" integer, ADD COLUMN "worst_val" double precision;
--> statement-breakpoint
UPDATE "detections" SET "source_id" = "filename", "series_count" = jsonb_array_length("series"), "period_count" = jsonb_array_length("periods");
--> statement-breakpoint
UPDATE "detections" SET "worst_val" = "worst"."val" FROM (
	SELECT DISTINCT ON ("detection_id") "detection_id", "severity" * "direction" AS "val"
	FROM "findings" WHERE "type" = 'period' ORDER BY "detection_id", "severity" DESC, "number"
) "worst" WHERE "worst"."detection_id" = "detections"."id";
--> statement-breakpoint
ALTER TABLE "detections"
	ALTER COLUMN "source_id" SET NOT NULL, ALTER COLUMN "series_count" SET NOT NULL, ALTER COLUMN "period_count" SET NOT NULL,
	DROP COLUMN "filename", DROP COLUMN "series", DROP COLUMN "summaries", DROP COLUMN "periods", DROP COLUMN "gaps";
--> statement-breakpoint
ALTER TABLE "datasets" DROP COLUMN "series", DROP COLUMN "summaries", DROP COLUMN "interval_ms", DROP COLUMN "from_time", DROP COLUMN "to_time";
--> statement-breakpoint
DROP INDEX "detections_owner";
--> statement-breakpoint
ALTER TABLE "detections" ADD CONSTRAINT "detections_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_id_sources_id_fk" FOREIGN KEY ("id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_detection_id_detections_id_fk" FOREIGN KEY ("detection_id") REFERENCES "public"."detections"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_incident_id_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "detections_owner" ON "detections" USING btree ("owner_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "detections_source" ON "detections" USING btree ("source_id");
--> statement-breakpoint
CREATE INDEX "detections_demo" ON "detections" USING btree ("created_at") WHERE "detections"."is_demo";
--> statement-breakpoint
CREATE INDEX "findings_detection" ON "findings" USING btree ("detection_id","type","number");
--> statement-breakpoint
CREATE INDEX "findings_source" ON "findings" USING btree ("source_id","start_time");
--> statement-breakpoint
CREATE INDEX "findings_open" ON "findings" USING btree ("source_id") WHERE "findings"."end_time" is null;
--> statement-breakpoint
CREATE INDEX "findings_incident" ON "findings" USING btree ("incident_id");
--> statement-breakpoint
CREATE INDEX "incidents_source" ON "incidents" USING btree ("source_id","onset");
--> statement-breakpoint
CREATE INDEX "members_account" ON "members" USING btree ("account_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "series_id" ON "series" USING btree ("source_id","series_id");
--> statement-breakpoint
CREATE INDEX "sources_owner" ON "sources" USING btree ("owner_id","created_at");
--> statement-breakpoint
ANALYZE "findings", "series", "sources", "detections";
