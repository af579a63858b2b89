import type { LiveAnalysis } from '@omen/sdk'
import { NOW } from './samples.ts'

const HOUR = 3_600_000

/** A live analysis of 30 series, an hour until {@link now}, in which nothing is wrong. */
export function liveAnalysis(given: Partial<LiveAnalysis> = {}): LiveAnalysis {
  return {
    success: true,
    projectName: 'shop',
    state: 'live',
    stateSentence: 'Data arrives.',
    trust: 'high',
    stepMs: 60_000,
    pvalue: 0.99,
    cvalue: 5,
    from: NOW - HOUR,
    to: NOW,
    bucketMs: 60_000,
    times: [],
    degree: [],
    series: [],
    seriesTotal: 30,
    periods: [],
    gaps: [],
    incidents: [],
    latestDataTimestamp: NOW,
    position: NOW,
    lagMs: 0,
    ...given,
  }
}
