CREATE TABLE "damage" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"owner_id" text,
	"name" text NOT NULL,
	"reason" text NOT NULL,
	"found_at" bigint NOT NULL,
	"repaired_at" bigint,
	CONSTRAINT "damage_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "upkeep" (
	"task" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "weights" (
	"handle" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text
);
--> statement-breakpoint
ALTER TABLE "damage" ADD CONSTRAINT "damage_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "damage_open" ON "damage" USING btree ("repaired_at");--> statement-breakpoint
INSERT INTO "weights" ("handle", "bytes") SELECT "weights_handle", "bytes" FROM "model_versions" WHERE "weights_handle" IS NOT NULL AND "bytes" IS NOT NULL ON CONFLICT DO NOTHING;
