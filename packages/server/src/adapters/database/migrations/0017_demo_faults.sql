CREATE TABLE "demo_faults" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"node" integer NOT NULL,
	"from_time" bigint NOT NULL,
	"to_time" bigint NOT NULL
);
