import type { ReportPeriod } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import type { ProjectRow } from '../projects/index.ts'
import { periodAt, periodBefore } from './calendar-period.ts'
import type { Made } from './content.ts'
import { makeDaily } from './daily.ts'
import { projectSubject } from './find-subject.ts'
import { makeInsight } from './insight.ts'
import { reportWords } from './words.ts'

interface Wanted {
  readonly every: ReportPeriod
  /** The report is about the period before the one that this moment lies in. */
  readonly at: number
  readonly timeZone: string
  readonly locale: Locale
}

/** The report of a schedule: the daily summary of the day before, or the insight report of the week or month before. */
export async function makeFor(
  ctx: Context,
  { projects, isOne }: { readonly projects: readonly ProjectRow[]; readonly isOne: boolean },
  { every, at, timeZone, locale }: Wanted,
): Promise<Made> {
  const subject = projectSubject(ctx, projects, isOne)
  const before = periodBefore(periodAt(at, every, timeZone), every, timeZone)
  return every === 'day'
    ? { kind: 'daily', report: await makeDaily(ctx, subject, { day: before.firstDay, timeZone, locale }) }
    : { kind: 'insight', report: await makeInsight(ctx, subject, { period: every, at: before.from, timeZone, locale }) }
}

export function reportReason(locale: Locale, address: string): string {
  return reportWords[locale].reason(address)
}
