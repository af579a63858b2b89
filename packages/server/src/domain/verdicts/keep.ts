import type { IncidentPeriod } from '@omen/engine'
import { inArray, sql } from 'drizzle-orm'
import { verdicts } from '../../schema/index.ts'
import type { Verdict } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'

/** What a verdict is on: a period of a detection, or a finding of a project. */
export type VerdictSubject =
  | { readonly detectionId: string; readonly periodId: string; readonly modelId: string | null }
  | { readonly sourceId: string; readonly findingId: number }

export interface NewVerdict {
  readonly verdict: Verdict
  readonly period: IncidentPeriod
  readonly accountId: string
  /** A note given before stays where the same verdict comes without one. */
  readonly note?: string | undefined
  /** The verdict that the caller saw. */
  readonly replaces?: Verdict | 'none' | undefined
}

/** Records a verdict in place of an earlier one. Rejects with CONFLICT where that is another one than `replaces`, unless it is the same. */
export async function keepVerdict(
  ctx: Pick<Context, 'db' | 'clock'>,
  subject: VerdictSubject,
  { note, replaces, ...given }: NewVerdict,
): Promise<void> {
  const { verdict } = given
  const said = { ...given, givenAt: ctx.clock.now() }
  const earlierNote = sql`case when ${verdicts.verdict} = ${verdict} then ${verdicts.note} end`
  const seen = replaces === undefined ? undefined : inArray(verdicts.verdict, [replaces as Verdict, verdict])
  const target = 'findingId' in subject ? verdicts.findingId : [verdicts.detectionId, verdicts.periodId]
  const kept = await ctx.db
    .insert(verdicts)
    .values({ ...subject, ...said, note: note ?? null })
    .onConflictDoUpdate({
      target,
      set: { ...said, note: sql`coalesce(${note ?? null}, ${earlierNote})` },
      ...(seen && { setWhere: seen }),
    })
    .returning({ verdict: verdicts.verdict })
  if (kept.length > 0) return
  throw new DomainError('CONFLICT', {
    message: {
      en: 'Another verdict was given on this period meanwhile.',
      'zh-CN': '在此期间，该时段已有其他判定。',
    },
    details: [{ field: 'replaces', message: 'is not the verdict of this period any more' }],
  })
}
