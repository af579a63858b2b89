import type { Matcher } from '../../protocols/prometheus-selector.ts'
import type { Context } from '../context.ts'
import { findSeries } from './find-series.ts'
import { readOpenFindings } from './open-findings.ts'
import { readPoints, type SeriesSamples } from './read-points.ts'

/** Samples from `from` up to and including `to`, of each series that the matchers select: what was sent, and what detection says. */
export async function readMatching(
  ctx: Pick<Context, 'db' | 'points' | 'clock'>,
  sourceId: string,
  matchers: readonly Matcher[],
  span: { from: number; to: number },
): Promise<SeriesSamples[]> {
  const found = await findSeries(ctx, sourceId, [matchers], { isListing: false })
  const samples = await readPoints(ctx, sourceId, found, span)
  return [...samples, ...(await readOpenFindings(ctx, sourceId, matchers, span))]
}
