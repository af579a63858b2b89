import { type Matcher, parseSelector } from '../../protocols/prometheus-selector.ts'
import type { Labels } from '../../protocols/prometheus-series.ts'
import type { Context } from '../context.ts'
import { findSeries } from './find-series.ts'
import { listFindingLabels } from './open-findings.ts'

/** Label sets of all series that one of the selectors selects; without selectors of all. */
export async function listLabelSets(
  ctx: Pick<Context, 'db'>,
  sourceId: string,
  selectors: readonly string[],
): Promise<Labels[]> {
  const sets: (readonly Matcher[])[] = selectors.map((text) => parseSelector(text).matchers)
  const asked = sets.length > 0 ? sets : [[]]
  const found = await findSeries(ctx, sourceId, asked, { isListing: true })
  return [...found.map(({ labels }) => labels), ...(await listFindingLabels(ctx, sourceId, asked))]
}

/** Sorted. */
export async function listLabelNames(
  ctx: Pick<Context, 'db'>,
  sourceId: string,
  selectors: readonly string[],
): Promise<string[]> {
  const names = new Set<string>()
  for (const labels of await listLabelSets(ctx, sourceId, selectors))
    for (const name of Object.keys(labels)) names.add(name)
  return [...names].sort()
}

/** Sorted. */
export async function listLabelValues(
  ctx: Pick<Context, 'db'>,
  sourceId: string,
  label: string,
  selectors: readonly string[],
): Promise<string[]> {
  const values = new Set<string>()
  for (const labels of await listLabelSets(ctx, sourceId, selectors)) {
    const value = labels[label]
    if (value !== undefined) values.add(value)
  }
  return [...values].sort()
}
