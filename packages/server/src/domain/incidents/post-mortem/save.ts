import { eq } from 'drizzle-orm'
import type { Database } from '../../../ports/database.ts'
import { postMortems } from '../../../schema/index.ts'
import type { ActionItem, PostMortemText } from '../../../schema/wire-types.ts'
import type { Caller, Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { noteHistory } from '../../incident-rows/index.ts'
import { requireSurvivor } from '../regroup-by-hand.ts'
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
    if (newest === undefined && request.revision !== 0) throw conflict(NOTHING, request.text)
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

const NOTHING: PostMortemText = { revision: 0, text: '', actions: [], updatedAt: null, updatedBy: null, isDraft: true }

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

/** Larger differences are shown as a whole: all lines removed, then all added. */
const MAX_CELLS = 4_000_000

/** What was changed from one text to another, line by line: each line after a space, or after - or + where it is only in the first or the second. */
function differenceOf(before: string, after: string): string {
  const [a, b] = [before.split('\n'), after.split('\n')]
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++
  const [left, right] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)]
  const middle = left.length * right.length > MAX_CELLS ? [...removed(left), ...added(right)] : compare(left, right)
  return [...same(a.slice(0, head)), ...middle, ...same(a.slice(a.length - tail))].join('\n')
}

const same = (lines: readonly string[]): string[] => lines.map((line) => ` ${line}`)
const removed = (lines: readonly string[]): string[] => lines.map((line) => `-${line}`)
const added = (lines: readonly string[]): string[] => lines.map((line) => `+${line}`)

/** By the longest common subsequence. */
function compare(a: readonly string[], b: readonly string[]): string[] {
  const width = b.length + 1
  const longest = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] =
        a[i] === b[j]
          ? 1 + longest[(i + 1) * width + j + 1]!
          : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!)
  const lines: string[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(` ${a[i++]}`)
      j++
    } else if (j >= b.length || (i < a.length && longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!))
      lines.push(`-${a[i++]}`)
    else lines.push(`+${b[j++]}`)
  }
  return lines
}
