import { bySeverity, type GapFinding, type Period } from '@omen/engine'
import type { Database } from '../../ports/database.ts'
import { findings } from '../../schema/index.ts'
import { type FindingOrigin, fromGap, fromPeriod } from './finding-row.ts'

/** Building a statement for a hundred rows takes some milliseconds. */
const ROWS_PER_INSERT = 100

export interface Found {
  /** By time. */
  readonly periods: readonly Period[]
  readonly gaps: readonly GapFinding[]
}

/** Inserts the findings of a detection in a few statements. */
export async function keepFindings(db: Database, { periods, gaps }: Found, origin: FindingOrigin): Promise<void> {
  await insertInParts(periods, (batch, from) =>
    db.insert(findings).values(batch.map((period, index) => fromPeriod(period, from + index, origin))),
  )
  await insertInParts(gaps, (batch, from) =>
    db.insert(findings).values(batch.map((gap, index) => fromGap(gap, from + index, origin))),
  )
}

async function insertInParts<T>(items: readonly T[], insert: (batch: readonly T[], from: number) => Promise<unknown>) {
  for (let from = 0; from < items.length; from += ROWS_PER_INSERT)
    await insert(items.slice(from, from + ROWS_PER_INSERT), from)
}

/** `val` of the most severe period, the first of several; that of an instance that went down comes before all others. */
export function worstOf(periods: readonly Pick<Period, 'val'>[]): number | null {
  const [first, ...others] = periods
  return first ? others.reduce((worst, one) => (bySeverity(one, worst) < 0 ? one : worst), first).val : null
}
