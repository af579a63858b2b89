import type { GapFinding, Period } from '@omen/engine'
import type { Database } from '../../ports/database.ts'
import { findings } from '../../schema/index.ts'
import { type FindingOrigin, fromGap, fromPeriod } from './finding-row.ts'

/** Building a statement for a hundred rows takes some milliseconds. */
const rowsPerInsert = 100

export interface Found {
  /** By time. */
  readonly periods: readonly Period[]
  readonly gaps: readonly GapFinding[]
}

/** Inserts the findings of a detection in a few statements. */
export async function keepFindings(db: Database, { periods, gaps }: Found, origin: FindingOrigin): Promise<void> {
  await inBatches(periods, (batch, from) =>
    db.insert(findings).values(batch.map((period, index) => fromPeriod(period, from + index, origin))),
  )
  await inBatches(gaps, (batch, from) =>
    db.insert(findings).values(batch.map((gap, index) => fromGap(gap, from + index, origin))),
  )
}

async function inBatches<T>(items: readonly T[], insert: (batch: readonly T[], from: number) => Promise<unknown>) {
  for (let from = 0; from < items.length; from += rowsPerInsert)
    await insert(items.slice(from, from + rowsPerInsert), from)
}

/** The most severe period, the first of several: positive above what is expected, negative below it. */
export function worstOf(periods: readonly Pick<Period, 'val'>[]): number | null {
  const worst = periods.reduce((most, { val }) => (Math.abs(val) > Math.abs(most) ? val : most), 0)
  return periods.length > 0 ? worst : null
}
