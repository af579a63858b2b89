CREATE TABLE "known_devices" (
	"account_id" text NOT NULL,
	"secret_hash" text NOT NULL,
	"last_seen_at" bigint NOT NULL,
	CONSTRAINT "known_devices_account_id_secret_hash_pk" PRIMARY KEY("account_id","secret_hash")
);
--> statement-breakpoint
ALTER TABLE "login_attempts" ADD COLUMN "account_id" text;--> statement-breakpoint
ALTER TABLE "login_attempts" ADD COLUMN "locks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "shared_names" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_attempts" ADD CONSTRAINT "login_attempts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "login_attempts_account" ON "login_attempts" USING btree ("account_id");--> statement-breakpoint
DELETE FROM "login_attempts";--> statement-breakpoint
UPDATE "models" SET "shared_names" = "shares"."names" FROM (
	SELECT "model_shares"."model_id", jsonb_agg("accounts"."user_name" ORDER BY "accounts"."user_name") AS "names"
	FROM "model_shares" JOIN "accounts" ON "accounts"."id" = "model_shares"."account_id"
	GROUP BY "model_shares"."model_id"
) AS "shares" WHERE "shares"."model_id" = "models"."id";
