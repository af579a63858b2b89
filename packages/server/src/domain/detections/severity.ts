import { defaultsOf } from '@omen/sdk/rules'
import type { ReadFacts } from './detection-row.ts'

type Thresholds = Pick<ReadFacts, 'pvalue' | 'modelType'>

const CAP = 10

/** log p / log q, 0 to 10: one at the threshold. Null where nothing was observed. */
export function severityOf(row: Thresholds, probability: number): number | null {
  if (!Number.isFinite(probability) || row.pvalue === null) return null
  if (probability <= 0) return CAP
  return Math.min(CAP, Math.max(0, Math.log(probability) / Math.log(thresholdOf(row))))
}

export function signedSeverity(row: Thresholds, probability: number, direction: number): number | null {
  const severity = severityOf(row, probability)
  return severity === null ? null : direction < 0 ? -severity : severity
}

/** The tail probability below which a sample is flagged. */
export function thresholdOf(row: Thresholds): number {
  return row.modelType === 'DBScan' ? DBSCAN_THRESHOLD : 1 - (row.pvalue ?? defaultsOf().pvalue)
}

const DBSCAN_THRESHOLD = 0.01
