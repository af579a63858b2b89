import { isMet, type Measurement } from '../budget.ts'
import { figureText, goalText, type Outcome, verdict } from '../report/outcome.ts'
import { markdownTable } from '../report/tables.ts'

/** A row of the table in docs/guide/accuracy.md. */
type Headline = {
  readonly group: string
  /** Empty if it is that of the row above. */
  readonly data: string
  /** The `what` of a measurement of the group. */
  readonly what: string
  /** Names of baselines with the `what` of their measurements, or the note of Omen's own measurement, or a published figure. */
  readonly baseline?: Readonly<Record<string, string>> | 'note' | `as published: ${string}`
}

const ALL: readonly Headline[] = [
  {
    group: 'live-shop',
    data: 'simulated shops of 30 series, watched live',
    what: '10 s: incidents of a quiet shop, days 4 to 17',
  },
  { group: 'live-shop', data: '', what: '10 s: faults found, with the right lead' },
  {
    group: 'live-kinds',
    data: 'simulated working hours, watched live',
    what: 'an hour at half found, weekdays of week 5: weekends at half',
  },
  {
    group: 'live-kpis',
    data: 'web KPIs with a value each minute, watched live (WSD)',
    what: 'cvalue 1: labelled anomalies found',
  },
  { group: 'live-kpis', data: '', what: 'cvalue 1: findings outside of labels' },
  {
    group: 'nab',
    data: '31 files of the Numenta Anomaly Benchmark',
    what: 'NAB standard',
    baseline: {
      'range novelty': 'range novelty: NAB standard',
      'ARTime, as published': 'ARTime, as published: NAB standard',
    },
  },
  { group: 'nab', data: '', what: 'NAB standard, constants chosen without NAB' },
  {
    group: 'nab',
    data: '',
    what: 'NAB standard, threshold from other categories',
    baseline: { 'range novelty': 'range novelty: NAB standard, threshold from other categories' },
  },
  { group: 'nab', data: '', what: 'precision by windows, score ≥ 0.5' },
  { group: 'nab', data: '', what: 'recall by windows, score ≥ 0.5' },
  { group: 'stream-quiet', data: 'simulated series without anomalies', what: 'alarms in a daily wave' },
  { group: 'stream-quiet', data: '', what: "alarms in Student's distribution, 3 degrees" },
  {
    group: 'stream-power',
    data: 'faults added to simulated series',
    what: 'spike, daily rhythm: equal rate',
    baseline: 'note',
  },
  { group: 'stream-power', data: '', what: 'shift of a day, daily rhythm: equal rate', baseline: 'note' },
  {
    group: 'stream-elsewhere',
    data: 'simulated series that no shipped constant was chosen on',
    what: 'two peaks a day: size at an equal rate beside a seasonal median z',
  },
  {
    group: 'stream-elsewhere',
    data: '',
    what: 'two peaks a day: size as shipped beside that at an equal rate',
  },
  {
    group: 'models',
    data: 'NAB outside its windows',
    what: 'half of a NAB file, then the rest: Hybrid',
    baseline: { 'fixed quantiles': 'half of a NAB file, then the rest: static quantiles with Šidák' },
  },
  { group: 'models', data: 'a simulated bank', what: 'two weeks of a bank, then two: Hybrid' },
  {
    group: 'trained-nulls',
    data: 'simulated systems in which nothing goes wrong',
    what: 'false periods, daily rhythm',
  },
  { group: 'trained-nulls', data: '', what: 'false periods, two levels at random' },
  {
    group: 'skab',
    data: 'SKAB, a water circulation rig',
    what: 'F1 by row, Hybrid',
    baseline: 'as published: Conv-AE 0.78',
  },
  { group: 'skab', data: '', what: 'normal rows flagged, Hybrid', baseline: 'as published: Conv-AE 13.6 %' },
  {
    group: 'nasa',
    data: "NASA's telemetry, SMAP and MSL",
    what: 'precision by windows, Hybrid at 0.99',
    baseline: 'as published: Telemanom 0.875',
  },
  {
    group: 'nasa',
    data: '',
    what: 'recall by windows, Hybrid at 0.99',
    baseline: 'as published: Telemanom 0.80',
  },
  {
    group: 'faults',
    data: 'a processor hog in a real Cassandra cluster',
    what: 'cpuHog, Hybrid: fault found and its series named first',
    baseline: { 'windowed Gaussian': 'cpuHog, baseline: windowed Gaussian: fault found and its series named first' },
  },
  {
    group: 'faults',
    data: '',
    what: 'cpuHog, Hybrid: findings outside the fault',
    baseline: { 'windowed Gaussian': 'cpuHog, baseline: windowed Gaussian: findings outside the fault' },
  },
  {
    group: 'forecast',
    data: '17 series of NAB with a rhythm',
    what: 'NAB: error over seasonal naive, mean',
  },
  { group: 'forecast', data: '', what: 'NAB: error over best naive, worst series' },
  {
    group: 'peers',
    data: 'simulated fleets of a day',
    what: 'precision by spans, fleets of a day',
    baseline: { 'each row on its own': 'each row against 3 deviations, without spans: precision by spans' },
  },
  {
    group: 'rollout',
    data: 'simulated rollouts that changed nothing',
    what: 'false verdicts, windows of 360 values',
    baseline: { 'plain rank test': 'false verdicts of the plain rank test, windows of 360 values' },
  },
  {
    group: 'rollout',
    data: 'simulated rollouts that changed something',
    what: 'power at one deviation, windows of 360 values',
  },
  {
    group: 'logs',
    data: 'ten log sets of loghub, 2,000 lines each',
    what: 'mean GA of 10 sets, constants chosen on the others',
    baseline: { 'plain Drain': 'mean GA, plain Drain' },
  },
  {
    group: 'logs',
    data: '',
    what: 'mean PA of 10 sets, constants chosen on the others',
    baseline: { 'plain Drain': 'mean PA, plain Drain' },
  },
  { group: 'log-findings', data: 'simulated logs with a fault each', what: 'faults found, 60 of six kinds' },
  {
    group: 'causes',
    data: 'simulated incidents of a pipeline with queues',
    what: 'Avg@5 of the series, pipeline',
    baseline: 'note',
  },
  { group: 'causes', data: 'with a surge of all work', what: 'Avg@5 of the series, pipeline, surge', baseline: 'note' },
  {
    group: 'incidents',
    data: 'simulated systems',
    what: 'the most similar is of the same type',
    baseline: { chance: 'the same by chance' },
  },
  {
    group: 'prediction',
    data: 'simulated incidents with precursors',
    what: 'precision while rules hold',
    baseline: { 'the best possible': 'the best precision possible' },
  },
]

/** The table of the guide and how many goals were met in all groups. Throws Error for a figure that no group has. */
export function headlines(outcomes: readonly Outcome[]): string {
  const rows = ALL.map((headline) => {
    const { group, data, what } = headline
    const own = measurementOf(outcomes, group, what)
    return [
      `\`${group}\``,
      data,
      what,
      figureText(own),
      baselineText(outcomes, headline, own),
      goalText(own),
      verdict(own),
    ]
  })
  const goals = outcomes
    .flatMap((outcome) => ('measurements' in outcome ? outcome.measurements : []))
    .filter(({ goal }) => goal !== undefined)
  const met = goals.filter(isMet)
  return `${markdownTable([['Group', 'Data', 'Figure', 'Omen', 'Baseline', 'Goal', ''], ...rows])}

All groups have ${goals.length} goals, of which ${met.length} were met.`
}

function baselineText(outcomes: readonly Outcome[], { group, baseline }: Headline, own: Measurement): string {
  if (baseline === undefined) return ''
  if (baseline === 'note') return own.note ?? ''
  if (typeof baseline === 'string') return baseline
  return Object.entries(baseline)
    .map(([name, what]) => `${name} ${figureText(measurementOf(outcomes, group, what))}`)
    .join(', ')
}

function measurementOf(outcomes: readonly Outcome[], group: string, what: string): Measurement {
  const outcome = outcomes.find(({ name }) => name === group)
  const found = outcome && 'measurements' in outcome ? outcome.measurements.find((one) => one.what === what) : undefined
  if (found === undefined) throw new Error(`${group} has no figure called "${what}"`)
  return found
}
