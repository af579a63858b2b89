import type { LiveAnalysis } from '@omen/sdk'
import { now } from './samples.ts'

const hour = 3_600_000

/** A live analysis of 30 series, an hour until {@link now}, in which nothing is wrong. */
export function liveAnalysis(given: Partial<LiveAnalysis> = {}): LiveAnalysis {
  return {
    ...{ success: true, projectName: 'shop', state: 'live', stateSentence: 'Data arrives.', trust: 'high' },
    ...{ stepMs: 60_000, pvalue: 0.99, cvalue: 5, from: now - hour, to: now, bucketMs: 60_000 },
    ...{ times: [], degree: [], series: [], seriesTotal: 30, periods: [], gaps: [], incidents: [] },
    ...{ latestDataTimestamp: now, position: now, lagMs: 0 },
    ...given,
  }
}
