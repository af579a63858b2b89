CREATE TABLE "removals" (
	"handle" text PRIMARY KEY NOT NULL,
	"requested_at" bigint NOT NULL
);
