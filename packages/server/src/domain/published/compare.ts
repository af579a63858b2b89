import type { PublishedComparison } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { compareFindings } from './compare-findings.ts'
import { getPublishedDetection } from './get.ts'

/** Below this, severities count as the same. */
const MIN_CHANGE = 0.5

/** Compares two published runs; `a` is the earlier one. */
export async function comparePublished(
  ctx: Context,
  caller: Caller,
  { a, b, locale }: { readonly a: string; readonly b: string; readonly locale: Locale },
): Promise<PublishedComparison> {
  const [before, after] = [
    await getPublishedDetection(ctx, caller, a, locale),
    await getPublishedDetection(ctx, caller, b, locale),
  ]
  const compared = compareFindings(before.detection, after.detection)
  const severityChange = (after.published.severity ?? 0) - (before.published.severity ?? 0)
  const by = Math.abs(severityChange) >= MIN_CHANGE ? severityChange : compared.counts.new - compared.counts.gone
  const verdict = by > 0 ? 'worse' : by < 0 ? 'better' : 'same'
  return { a: before.published, b: after.published, severityChange, verdict, ...compared }
}
