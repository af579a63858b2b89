import type { Gap, Incident, LiveAnalysis, Period } from '@omen/sdk'

export const STEP_MS = 1000

/** The same for the same row and line. */
const valueAt = (time: number, line: number): number => 20 + 10 * line + 3 * Math.sin(time / 7000 + line)

const names = ['cpu', 'mem'].flatMap((metric) => ['node1', 'node2'].map((instance) => ({ metric, instance })))

interface Found {
  periods: Period[]
  incidents: Incident[]
  gaps: Gap[]
}

/** What is found on cpu of node1 from a time on; it is open where it has no end. */
export const faultSince = (start: number, now: number, end?: number): Found => {
  const state = end === undefined ? 'open' : 'over'
  const span = { start, end: end ?? now }
  const period: Period = {
    id: 'f1',
    number: 1,
    ...span,
    rows: 5,
    val: 8,
    probability: 1e-9,
    isMissingValue: false,
    kind: 'anomaly',
    state,
    sentence: 'cpu on node1 reached 98 %, usually 20',
    series: [
      {
        seriesId: 'cpu[node1]',
        share: 1,
        side: 1,
        probability: 1e-9,
        peak: 98,
        usual: 20,
        spread: 2,
        firstAt: start,
      },
    ],
  }
  const incident: Incident = {
    id: 'i1',
    number: 1,
    ...span,
    val: 8,
    kind: 'anomaly',
    state,
    title: 'cpu on node1',
    brief: 'reached 98 %, usually 20',
    sentence: period.sentence,
    leadSeriesId: 'cpu[node1]',
    instances: ['node1'],
    periodIds: ['f1'],
    gapNumbers: [],
  }
  return { periods: [period], incidents: [incident], gaps: [] }
}

/** Forecasts of two hours in steps of five minutes: cpu of node1 leaves its range, node2 is too short, mem stays where it is. */
export const forecastFrom = (from: number): NonNullable<LiveAnalysis['forecast']> => {
  const step = 300_000
  const times = Array.from({ length: 24 }, (_, index) => from + (index + 1) * step)
  const curve = (rise: number) => ({
    mid: times.map((_, index) => 30 + rise * index),
    low: times.map((_, index) => 25 + rise * index),
    high: times.map((_, index) => 35 + rise * index),
    coverage: 0.9,
  })
  return {
    from,
    until: times.at(-1)!,
    stepMs: step,
    historyFrom: from - 14 * 86_400_000,
    level: 0.9,
    times,
    series: [
      {
        seriesId: 'cpu[node1]',
        ...curve(3),
        outlook: {
          kind: 'leaves',
          side: 'above',
          limit: 64.2,
          about: from + 12 * step,
          earliest: from + 10 * step,
          latest: from + 14 * step,
        },
      },
      { seriesId: 'mem[node1]', ...curve(0) },
      { seriesId: 'mem[node2]', ...curve(0) },
    ],
    missing: [{ seriesId: 'cpu[node2]', reason: 'short', need: 30, got: 12 }],
  }
}

const NOTHING: Found = { periods: [], incidents: [], gaps: [] }

/** A project's rows from one time to another, all of them scored; `given` overrides what else there is. */
export const liveSample = (
  { from, to, found = NOTHING }: { from: number; to: number; found?: Found },
  given: Partial<LiveAnalysis> = {},
): LiveAnalysis => {
  const times = Array.from({ length: Math.floor((to - from) / STEP_MS) + 1 }, (_, row) => from + row * STEP_MS)
  const series = names.map(({ metric, instance }, line): LiveAnalysis['series'][number] => {
    const values = times.map((time) => valueAt(time, line))
    return {
      seriesId: `${metric}[${instance}]`,
      metric,
      instance,
      unit: '%',
      min: values,
      max: values,
      count: times.map(() => 1),
      score: times.map(() => 0.1),
      flagged: [],
      low: values.map((value) => value - 5),
      high: values.map((value) => value + 5),
    }
  })
  return {
    success: true,
    projectName: 'shop',
    state: 'live',
    stateSentence: 'Live.',
    trust: 'high',
    stepMs: STEP_MS,
    pvalue: 0.99,
    cvalue: 5,
    from,
    to: to + STEP_MS,
    bucketMs: STEP_MS,
    times,
    degree: times.map(() => 0.1),
    series,
    seriesTotal: series.length,
    ...found,
    latestDataTimestamp: to,
    position: to,
    lagMs: 0,
    ...given,
  }
}
