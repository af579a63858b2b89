import type {
  DashboardIncidents,
  IncidentCause,
  IncidentDetail,
  ListedIncident,
  PostMortem,
  PostMortemTemplate,
  RulePrediction,
} from '@omen/sdk'
import { dashboardIncidentSample } from './wire-samples.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** When the incident of these samples begins, epoch ms. */
export const onset = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 4 * HOUR_MS

export const listedSample = (given: Partial<ListedIncident> = {}): ListedIncident => ({
  ...dashboardIncidentSample({ onset, leadSeries: { metric: 'cpu', instance: 'node3' } }),
  family: 'cpu',
  isClosed: false,
  instances: ['node3'],
  starred: false,
  hasPostMortem: false,
  isExcluded: false,
  repeats: { count: 1, key: given.id ?? 'in1', firstOnset: onset },
  ...given,
})

/** A page of the list with its counts. */
export const listSample = (
  incidents: ListedIncident[],
  given: Partial<Pick<DashboardIncidents, 'counts' | 'predictions' | 'predicted' | 'page'>> = {},
): DashboardIncidents => ({
  success: true,
  from: onset - 30 * 24 * HOUR_MS,
  to: onset + 4 * HOUR_MS,
  timeZone: 'UTC',
  hours: [],
  days: [],
  incidents,
  page: { page: 1, pageSize: 100, total: incidents.length },
  counts: { open: incidents.length, acknowledged: 0, resolved: 3, predicted: 1, starred: 0 },
  ...given,
})

export const ruleSample = (given: Partial<RulePrediction> = {}): RulePrediction => ({
  id: 'rule1',
  projectName: 'shop',
  owner: 'alice1',
  subject: 'Disk: disk_write on node5 high',
  sentence: 'seen 7 of 9 times',
  after: 'queue_depth on node2 went up',
  at: onset,
  about: onset + 12 * MINUTE_MS,
  earliest: onset + 8 * MINUTE_MS,
  latest: onset + 20 * MINUTE_MS,
  until: onset + HOUR_MS,
  probability: 0.73,
  hits: 7,
  misses: 2,
  leadMs: 12 * MINUTE_MS,
  state: 'open',
  settledAt: null,
  incidentId: null,
  ...given,
})

const causeSample = (rank: number, given: Partial<IncidentCause>): IncidentCause => ({
  rank,
  kind: 'series',
  seriesId: `m${rank}[node3]`,
  metric: `m${rank}`,
  instance: 'node3',
  role: 'cause',
  share: 0.5 / rank,
  onset: onset + rank * MINUTE_MS,
  behindMs: (rank - 1) * MINUTE_MS,
  deviation: 8,
  sentence: 'it moved',
  moved: { count: 3, of: 5 },
  hits: { count: 2, of: 4 },
  stopped: null,
  ...given,
})

const STEP_MS = 5 * MINUTE_MS
const [from, to] = [onset - HOUR_MS, onset + 4 * HOUR_MS]
const times = Array.from({ length: (to - from) / STEP_MS }, (_, index) => from + index * STEP_MS)
const valueAt = (time: number): number => (time < onset ? 22 : 55) + 6 * Math.sin(time / (11 * MINUTE_MS))

const CPU = { seriesId: 'cpu[node3]', metric: 'cpu', instance: 'node3', unit: '%' }
const series = (metric: string, instance: string, firstAt: number | null, share: number, side: -1 | 0 | 1) => ({
  seriesId: `${metric}[${instance}]`,
  metric,
  instance,
  unit: '%',
  firstAt,
  share,
  side,
  peak: 98,
  usual: 37.2,
  peakAt: onset + HOUR_MS,
})

const lineSample = (seconds: number, severity: number, line: string, isNew = false) => ({
  time: onset + seconds * 1000,
  severity,
  instance: 'node3',
  service: 'orders',
  line,
  template: 1,
  isNew,
})

/** An open incident of a project with a release before it, log lines and metrics. */
export const detailSample = (given: Partial<IncidentDetail> = {}): IncidentDetail => ({
  incident: listedSample(),
  source: {
    kind: 'project',
    dataType: 'Metric',
    samplingMs: MINUTE_MS,
    timeZone: 'UTC',
    detectionId: null,
    uploadFileName: null,
  },
  requestedId: 'in1',
  mergedFrom: [],
  withdrawn: null,
  decision: { id: 'in1', projectName: 'shop', state: 'open', decidedAt: null, decidedBy: null, note: null },
  history: [
    { at: onset, kind: 'began', by: null, note: null, other: null },
    { at: onset + 31 * MINUTE_MS, kind: 'noted', by: 'bob123', note: 'rolling back to 2.40.3', other: null },
  ],
  findings: [
    {
      id: 'f1',
      type: 'period',
      kind: 'anomaly',
      start: onset,
      end: null,
      val: 8.1,
      sentence: 'cpu on node3 reached 98 %, usually 37.2',
      instances: ['node3'],
      series: ['cpu[node3]'],
    },
    {
      id: 'f2',
      type: 'period',
      kind: 'anomaly',
      start: onset + 10 * MINUTE_MS,
      end: onset + HOUR_MS,
      val: 4,
      sentence: 'mem on node3 reached 80 %, usually 41',
      instances: ['node3'],
      series: ['mem[node3]'],
    },
  ],
  series: [series('cpu', 'node3', onset, 0.7, 1), series('mem', 'node3', onset + 10 * MINUTE_MS, 0.3, 1)],
  seriesTotal: 2,
  instances: ['node3'],
  timeline: [
    {
      lane: 'change',
      at: onset,
      end: onset,
      name: 'release 2.41.0',
      text: '2.40.3 → 2.41.0',
      val: null,
      instance: 'node3',
      seriesId: null,
      findingId: null,
      isNew: false,
      link: 'https://ci.example/77',
    },
    {
      lane: 'log',
      at: onset + 40_000,
      end: null,
      name: 'pricing rules compiled again in <*> ms',
      text: '',
      val: 6,
      instance: 'node3',
      seriesId: null,
      findingId: 'l1',
      isNew: true,
      link: null,
    },
    {
      lane: 'metric',
      at: onset + MINUTE_MS,
      end: null,
      name: 'cpu on node3',
      text: '98 %, usually 37.2',
      val: 8.1,
      instance: 'node3',
      seriesId: 'cpu[node3]',
      findingId: 'f1',
      isNew: false,
      link: null,
    },
    {
      lane: 'metric',
      at: onset + 10 * MINUTE_MS,
      end: onset + HOUR_MS,
      name: 'mem on node3',
      val: 4,
      text: '80 %, usually 41',
      instance: 'node3',
      seriesId: 'mem[node3]',
      findingId: 'f2',
      isNew: false,
      link: null,
    },
  ],
  causes: [
    causeSample(1, {
      ...CPU,
      sentence: 'cpu on node3 went up to 98, 8.4 usual spreads from 37.2, first to move',
      share: 0.62,
    }),
    causeSample(2, {
      seriesId: 'mem[node3]',
      metric: 'mem',
      role: 'symptom',
      share: 0.2,
      hits: { count: 0, of: 4 },
      stopped: null,
      sentence: 'mem on node3 went up to 80, 4.1 usual spreads from 41, 2nd to move',
    }),
  ],
  causesState: 'ranked',
  changes: [
    {
      rank: 1,
      role: 'change',
      kind: 'deployment',
      at: onset,
      leadMs: MINUTE_MS,
      title: 'release 2.41.0',
      instances: ['node3'],
      link: 'https://ci.example/77',
    },
  ],
  graph: {
    incidents: 4,
    nodes: [
      { ...CPU, onset, incidents: 4 },
      { seriesId: 'mem[node3]', metric: 'mem', instance: 'node3', onset: onset + 10 * MINUTE_MS, incidents: 4 },
      { seriesId: 'latency[lb]', metric: 'latency', instance: 'lb', onset: onset + 15 * MINUTE_MS, incidents: 3 },
    ],
    edges: [
      { from: 'cpu[node3]', to: 'mem[node3]', times: 4, of: 4, share: 1, lower: 0.7, lagMs: 9 * MINUTE_MS },
      { from: 'mem[node3]', to: 'latency[lb]', times: 2, of: 3, share: 0.67, lower: 0.3, lagMs: 5 * MINUTE_MS },
    ],
  },
  tree: [
    {
      instance: 'node3',
      weight: 0.9,
      metrics: [
        { metric: 'cpu', seriesId: 'cpu[node3]', weight: 0.6 },
        { metric: 'mem', seriesId: 'mem[node3]', weight: 0.3 },
      ],
    },
    { instance: 'lb', weight: 0.1, metrics: [{ metric: 'latency', seriesId: 'latency[lb]', weight: 0.1 }] },
  ],
  logs: {
    from,
    to,
    hasMore: false,
    lines: [
      ...Array.from({ length: 8 }, (_, index) => lineSample(index - 30, 9, `GET / 200 ${40 + index} ms`)),
      lineSample(0, 9, 'release 2.41.0 deployed, was 2.40.3', true),
      lineSample(40, 13, 'pricing rules compiled again in 357 ms: cache key changed', true),
      lineSample(
        400,
        17,
        'order 50995 failed: <b>TypeError</b> \u001b[31mCannot read\n    at priceOf (/srv/pricing.js:98)',
        true,
      ),
    ],
  },
  similar: [
    {
      id: 'in7',
      title: 'cpu on node2',
      onset: onset - 144 * HOUR_MS,
      durationMs: 90 * MINUTE_MS,
      similarity: 0.41,
      shared: ['cpu'],
      state: 'resolved',
      done: [{ at: onset - 143 * HOUR_MS, by: 'bob123', text: 'restarted' }],
    },
  ],
  picture: {
    source: 'points',
    from,
    to,
    bucketMs: STEP_MS,
    times,
    series: [
      {
        ...CPU,
        min: times.map(valueAt),
        max: times.map((time) => valueAt(time) + 2),
        low: times.map(() => 12),
        high: times.map(() => 40),
      },
    ],
  },
  retention: { hasPassed: false, keptAt: null, sentence: null },
  training: { isExcluded: false, by: null, at: null },
  can: ['acknowledge', 'resolve', 'note', 'star', 'merge', 'split', 'excludeFromTraining'],
  ...given,
})

const BUILT_IN: PostMortemTemplate = {
  id: 'builtin',
  name: 'Post-mortem',
  text: '## What happened\n\n{{summary}}',
  owner: null,
  mine: false,
  isBuiltIn: true,
}

/** What is written about the incident; a template as long as nothing was saved. */
export const postMortemSample = (text: Partial<PostMortem['postMortem']> = {}): PostMortem => {
  const { timeline, causes, series: moved, logs, changes, similar } = detailSample()
  return {
    postMortem: {
      revision: 0,
      text: '## What happened\n\ncpu on node3 reached 98 %.',
      actions: [],
      updatedAt: null,
      updatedBy: null,
      isDraft: true,
      ...text,
    },
    revisions: [],
    templates: [BUILT_IN],
    title: 'cpu on node3',
    from,
    to,
    incidentId: 'in1',
    projectName: 'shop',
    timeline,
    causes,
    series: moved,
    logs,
    changes,
    similar,
  }
}
