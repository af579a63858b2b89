/** A finding as the dashboard draws it. Times in epoch milliseconds, `end` excluded. */
export interface LaneFinding {
  readonly start: number
  readonly end: number
  /** Signed, negative below what is expected; null for a gap. */
  readonly severity: number | null
  readonly seriesCount: number
}

export interface Buckets {
  readonly from: number
  readonly bucketMs: number
  readonly count: number
}

/** One value a bucket. */
export interface Lane {
  /** Part of the series time of the bucket that is abnormal. */
  readonly share: number[]
  /** Of the worst finding, signed; null where there is none. */
  readonly severity: (number | null)[]
  /** Whether data is missing in it. */
  readonly isGap: boolean[]
  /** When the finding that is drawn begins and ends: the worst, else a gap; null where there is none. */
  readonly start: (number | null)[]
  readonly end: (number | null)[]
  /** Findings in it. */
  readonly findings: number[]
}

export function drawLane(findings: readonly LaneFinding[], seriesCount: number, buckets: Buckets): Lane {
  const { from, bucketMs, count } = buckets
  const lane: Lane = {
    share: new Array<number>(count).fill(0),
    severity: new Array<number | null>(count).fill(null),
    isGap: new Array<boolean>(count).fill(false),
    start: new Array<number | null>(count).fill(null),
    end: new Array<number | null>(count).fill(null),
    findings: new Array<number>(count).fill(0),
  }
  for (const finding of findings) {
    const first = Math.max(0, Math.floor((finding.start - from) / bucketMs))
    for (let bucket = first; bucket < count && from + bucket * bucketMs < finding.end; bucket++) {
      const start = from + bucket * bucketMs
      const overlap = Math.min(finding.end, start + bucketMs) - Math.max(finding.start, start)
      if (overlap <= 0) continue
      lane.findings[bucket]!++
      const worst = lane.severity[bucket] ?? null
      const isDrawn = isWorse(finding.severity, worst) || lane.start[bucket] === null
      if (isDrawn) {
        lane.start[bucket] = finding.start
        lane.end[bucket] = finding.end
      }
      if (finding.severity === null) {
        lane.isGap[bucket] = true
        continue
      }
      if (isDrawn) lane.severity[bucket] = finding.severity
      lane.share[bucket]! += partOf(finding.seriesCount, seriesCount) * (overlap / bucketMs)
    }
  }
  lane.share.forEach((share, bucket) => {
    lane.share[bucket] = Math.min(1, share)
  })
  return lane
}

/** Milliseconds between two moments that series were abnormal, of all series together; gaps are not counted. */
export function abnormalTime(
  findings: readonly LaneFinding[],
  seriesCount: number,
  span: { readonly from: number; readonly to: number },
): number {
  return findings.reduce((sum, finding) => {
    if (finding.severity === null) return sum
    const overlap = Math.min(finding.end, span.to) - Math.max(finding.start, span.from)
    return sum + Math.max(0, overlap) * Math.min(seriesCount, Math.max(1, finding.seriesCount))
  }, 0)
}

function isWorse(severity: number | null, worst: number | null): boolean {
  return severity !== null && (worst === null || Math.abs(severity) > Math.abs(worst))
}

function partOf(moved: number, all: number): number {
  return all === 0 ? 0 : Math.min(1, Math.max(1, moved) / all)
}
