import { eq } from 'drizzle-orm'
import type { Database } from '../../../ports/database.ts'
import { postMortems } from '../../../schema/index.ts'
import type { ActionItem, PostMortemText } from '../../../schema/wire-types.ts'
import type { Caller, Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { noteHistory } from '../../incident-rows/index.ts'
import { requireSurvivor } from '../regroup-by-hand.ts'
import { differenceOf } from './difference.ts'
import { findSubject, requireWritable, type Subject, type SubjectRequest } from './subject.ts'
import { addRevision, readText } from './texts.ts'

export interface SaveRequest extends Omit<SubjectRequest, 'modelName'> {
  /** The one that was edited; 0 for the first. */
  readonly revision: number
  readonly text: string
  readonly actions?: readonly ActionItem[] | undefined
}

/** Saves a text. CONFLICT with the newest one and the difference where it is not the one that was edited. */
export async function savePostMortem(ctx: Context, caller: Caller, request: SaveRequest): Promise<PostMortemText> {
  const subject = await findSubject(ctx, caller, request)
  requireWritable(caller, subject)
  const { sourceId, detectionId } = subject
  return ctx.db.transaction(async (tx) => {
    const incidentId = subject.project === undefined ? null : await survivingId(tx, subject)
    const id = incidentId ?? subject.id
    await tx.insert(postMortems).values({ id, sourceId, incidentId, detectionId, revision: 0 }).onConflictDoNothing()
    await tx.select().from(postMortems).where(eq(postMortems.id, id)).for('update')
    const newest = await readText(tx, id)
    const actions = [...(request.actions ?? newest?.actions ?? [])]
    if (newest !== undefined && newest.revision !== request.revision) {
      const isSame = newest.text === request.text && JSON.stringify(newest.actions) === JSON.stringify(actions)
      if (isSame) return newest
      throw conflict(newest, request.text)
    }
    if (newest === undefined && request.revision !== 0) throw conflict(nothing, request.text)
    const at = ctx.clock.now()
    const revision = request.revision + 1
    if (revision === 1 && incidentId !== null)
      await noteHistory(tx, { incidentId, at, kind: 'postMortem', by: caller.userName })
    return addRevision(tx, { id, revision }, { text: request.text, actions, at, by: caller.userName })
  })
}

/** Null for an interval. */
async function survivingId(tx: Database, { incidentId, sourceId }: Subject): Promise<string | null> {
  return incidentId === null ? null : (await requireSurvivor(tx, { id: incidentId, sourceId })).id
}

const nothing: PostMortemText = { revision: 0, text: '', actions: [], updatedAt: null, updatedBy: null, isDraft: true }

function conflict({ revision, text, actions, updatedBy }: PostMortemText, yours: string): DomainError {
  return new DomainError('CONFLICT', {
    message: {
      en: `${updatedBy ?? 'Somebody'} has saved another text meanwhile. Nothing is lost: compare both, and save again.`,
      'zh-CN': `${updatedBy ?? '其他人'} 在此期间保存了另一版本。内容均未丢失：请对比两个版本后重新保存。`,
    },
    details: [
      { field: 'revision', message: String(revision) },
      { field: 'updatedBy', message: updatedBy ?? '' },
      { field: 'text', message: text },
      { field: 'actions', message: JSON.stringify(actions) },
      { field: 'difference', message: differenceOf(text, yours) },
    ],
  })
}
