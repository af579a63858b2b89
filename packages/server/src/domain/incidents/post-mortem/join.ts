import { renderTitle } from '@omen/engine'
import { eq } from 'drizzle-orm'
import type { Database } from '../../../ports/database.ts'
import { postMortemRevisions, postMortems } from '../../../schema/index.ts'
import type { IncidentRow } from '../find.ts'
import { escapeMarkdown } from './markdown.ts'
import { addRevision, readText } from './texts.ts'

interface Joined {
  readonly from: IncidentRow
  readonly to: IncidentRow
  readonly now: number
  /** Null for the server itself, which leaves the author of the text. */
  readonly by: string | null
}

/** Of a text that is saved, as the API's description says. */
const MAX_CHARACTERS = 100_000
const MAX_ACTIONS = 100
export const TOO_LONG = {
  en: `The post-mortems of both have more than ${MAX_CHARACTERS} characters or ${MAX_ACTIONS} actions together, and could not be saved as one. Shorten one of them, then merge.`,
  'zh-CN': `两份复盘合计超过 ${MAX_CHARACTERS} 个字符或 ${MAX_ACTIONS} 项行动，无法保存为一份。请先缩短其中一份再合并。`,
}

/**
 * The text about an incident that is merged into another goes to that one, at the end of its own where it has one. False, with both
 * as they were, if they are too long together for a person who can shorten one of them; the server keeps it as an earlier revision.
 */
export async function joinPostMortems(tx: Database, { from, to, now, by }: Joined): Promise<boolean> {
  const [given] = await tx.select().from(postMortems).where(eq(postMortems.id, from.id)).for('update')
  const text = given && (await readText(tx, from.id))
  if (text === undefined) return true
  const [own] = await tx.select().from(postMortems).where(eq(postMortems.id, to.id)).for('update')
  const ownText = own && (await readText(tx, to.id))
  if (ownText === undefined) {
    await tx
      .insert(postMortems)
      .values({ ...given!, id: to.id, incidentId: to.id })
      .onConflictDoUpdate({ target: postMortems.id, set: { revision: given!.revision } })
    await tx
      .update(postMortemRevisions)
      .set({ postMortemId: to.id })
      .where(eq(postMortemRevisions.postMortemId, from.id))
    await tx.delete(postMortems).where(eq(postMortems.id, from.id))
    return true
  }
  const title = from.lead === null ? from.id : renderTitle(from.lead.sentence, 'en')
  const joined = `${ownText.text}\n\n---\n\n# ${escapeMarkdown(title)}\n\n${text.text}`
  const actions = [...ownText.actions, ...text.actions].map((one, index) => ({ ...one, id: `${index + 1}` }))
  if (joined.length > MAX_CHARACTERS || actions.length > MAX_ACTIONS) {
    if (by !== null) return false
    let { revision } = ownText
    for (const { text: kept, actions: due, updatedBy } of [text, ownText])
      await addRevision(tx, { id: to.id, revision: ++revision }, { text: kept, actions: due, at: now, by: updatedBy! })
    return true
  }
  const author = by ?? text.updatedBy!
  await addRevision(tx, { id: to.id, revision: ownText.revision + 1 }, { text: joined, actions, at: now, by: author })
  return true
}
