import type { Incident } from '../../../packages/engine/src/incidents/index.ts'
import type { LiveFinding, LiveOptions, LiveValueType } from '../../../packages/engine/src/index.ts'
import { createLiveDetector, mergePeriods, parseSeriesName } from '../../../packages/engine/src/index.ts'
import { createPlainStore } from '../../../packages/engine/src/stream/detector-store.ts'

/** When something was found, epoch ms, and when it was first reported. */
export type Found = { start: number; end: number; reportedAt: number }

/** Watches one series live, and gives its findings. */
export function watchOne(
  times: Float64Array,
  values: Float64Array,
  options: LiveOptions,
  type?: LiveValueType,
): Found[] {
  const found = watchAll(times, [values], options, type)
  return found.map((finding) => ({ ...spanOf(finding), reportedAt: finding.reportedAt ?? Number.NaN }))
}

/** The incidents of the instances of one metric. */
export function incidentsIn(times: Float64Array, columns: readonly Float64Array[], options: LiveOptions): Incident[] {
  const found = watchAll(times, columns, options)
  const periods = found.flatMap((one) => (one.type === 'period' ? [one.period] : []))
  const gaps = found.flatMap((one) => (one.type === 'gap' ? [one.gap] : []))
  return mergePeriods({ periods, gaps }, options)
}

function watchAll(
  times: Float64Array,
  columns: readonly Float64Array[],
  options: LiveOptions,
  type?: LiveValueType,
): LiveFinding[] {
  const detector = createLiveDetector(options, undefined, undefined, createPlainStore)
  detector.addSeries(columns.map((_, k) => ({ key: parseSeriesName(`value[instance${k}]`), type })))
  return detector.push({ times, columns }).changed
}

function spanOf(finding: LiveFinding): { start: number; end: number } {
  return finding.type === 'period' ? finding.period : finding.gap
}
