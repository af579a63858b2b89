import type { OutlierComparison, RolloutCheck } from '@omen/sdk'

const MINUTE_MS = 60_000
/** First and last row of what is compared. */
export const COMPARED_SPAN = { from: Date.UTC(2026, 9, 19), to: Date.UTC(2026, 9, 20) }
const STEP_MS = 15 * MINUTE_MS
const times = Array.from({ length: 97 }, (_, index) => COMPARED_SPAN.from + index * STEP_MS)
const flat = (value: number) => times.map(() => value)

/** Five instances, of which node3 stands off for two hours. */
export const outlierSample = (given: Partial<OutlierComparison> = {}): OutlierComparison => {
  const names = ['node3', 'node1', 'node2', 'node4', 'node5']
  const start = times[40]!
  const end = times[48]!
  const values = (name: string, index: number) =>
    times.map((time) => (name === 'node3' && time >= start && time < end ? 92 : 40 + index))
  return {
    success: true,
    ...COMPARED_SPAN,
    pastFrom: null,
    stepMs: STEP_MS,
    seriesTotal: 5,
    seriesCompared: 5,
    groups: [
      {
        metric: 'cpu',
        unit: '%',
        kind: 'compared',
        outliers: 1,
        modes: [{ members: 5, level: 42, deviation: 1.5 }],
        members: names.map((instance, index) => ({
          seriesId: `cpu[${instance}]`,
          instance,
          mode: 0,
          distance: index === 0 ? 33 : 0,
          share: index === 0 ? 8 / 97 : 0,
          rows: 97,
          spans: index === 0 ? [{ start, end, rows: 8, distance: 33, side: 1 }] : [],
        })),
      },
    ],
    shown: {
      metric: 'cpu',
      unit: '%',
      times,
      bucketMs: STEP_MS,
      linesTotal: 5,
      bands: [{ low: flat(37), middle: flat(42), high: flat(47) }],
      lines: names.map((instance, index) => ({
        seriesId: `cpu[${instance}]`,
        instance,
        mode: 0,
        outlier: index === 0,
        min: values(instance, index),
        max: values(instance, index),
      })),
    },
    ...given,
  }
}

/** A rollout at noon after which latency is worse. */
export const rolloutSample = (given: Partial<RolloutCheck> = {}): RolloutCheck => {
  const at = Date.UTC(2026, 9, 19, 12)
  const values = times.map((time) => (time < at ? 80 : 100))
  return {
    success: true,
    at,
    before: { start: COMPARED_SPAN.from, end: at },
    after: { start: at, end: COMPARED_SPAN.to },
    stepMs: STEP_MS,
    verdict: 'worse',
    sentence: 'Worse in 1 of 1 metrics: latency rose by 20 ms.',
    reasons: ['latency rose by 20 ms, from 80 to 100.'],
    seriesTotal: 1,
    instances: ['a'],
    findings: [
      {
        metric: 'latency',
        unit: 'ms',
        verdict: 'worse',
        regressionDirection: 'up',
        series: ['latency[a]'],
        controls: [],
        control: 'none',
        isTrending: false,
        before: 80,
        shift: { shift: 20, low: 19, high: 21 },
        relative: 0.25,
        delta: 1,
        distance: 1,
        probability: 1e-9,
        adjusted: 1e-9,
        effective: { before: 48, after: 48 },
      },
    ],
    shown: {
      metric: 'latency',
      unit: 'ms',
      times,
      bucketMs: STEP_MS,
      values: { min: values, max: values },
      control: 'none',
      controls: [],
      density: { at: [80, 90, 100], before: [1, 0, 0], after: [0, 0, 1] },
    },
    ...given,
  }
}
