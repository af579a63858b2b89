import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '../../../ports/database.ts'
import { postMortemRevisions, postMortems } from '../../../schema/index.ts'
import type { PostMortem, PostMortemText } from '../../../schema/wire-types.ts'

const REVISIONS_SHOWN = 100

/** A text as it was saved, the newest unless a revision is named; undefined where there is none. */
export async function readText(db: Database, id: string, revision?: number): Promise<PostMortemText | undefined> {
  const isMeant = and(
    eq(postMortemRevisions.postMortemId, id),
    revision === undefined ? undefined : eq(postMortemRevisions.revision, revision),
  )
  const [row] = await db
    .select()
    .from(postMortemRevisions)
    .where(isMeant)
    .orderBy(desc(postMortemRevisions.revision))
    .limit(1)
  return row && toText(row)
}

function toText({ revision, text, actions, at, by }: typeof postMortemRevisions.$inferSelect): PostMortemText {
  return { revision, text, actions, updatedAt: at, updatedBy: by, isDraft: false }
}

/** The newest first. */
export async function readRevisions(db: Database, id: string): Promise<PostMortem['revisions']> {
  const { revision, at, by } = postMortemRevisions
  return db
    .select({ revision, at, by })
    .from(postMortemRevisions)
    .where(eq(postMortemRevisions.postMortemId, id))
    .orderBy(desc(revision))
    .limit(REVISIONS_SHOWN)
}

interface NewText extends Pick<PostMortemText, 'text' | 'actions'> {
  readonly at: number
  readonly by: string
}

/** Adds a revision to a text that is locked. */
export async function addRevision(
  tx: Database,
  { id, revision }: { readonly id: string; readonly revision: number },
  given: NewText,
): Promise<PostMortemText> {
  const row = { postMortemId: id, revision, ...given }
  await tx.insert(postMortemRevisions).values(row)
  await tx.update(postMortems).set({ revision }).where(eq(postMortems.id, id))
  return toText(row)
}
