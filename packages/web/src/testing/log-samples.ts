import type { AnalysedTemplate, LogAnalysis, LogLines, LogSearchLine, LogTemplateAnswer } from '@omen/sdk'

const HOUR_MS = 3_600_000
const TO = Date.UTC(2026, 9, 26)
const FROM = TO - 7 * 24 * HOUR_MS
const BUCKETS = 168
const times = Array.from({ length: BUCKETS }, (_, index) => FROM + index * HOUR_MS)
const RELEASE = { id: 'e1', at: TO - 14 * HOUR_MS, title: 'orders', version: '2.41.0' }

export const LOG_SPAN = { from: FROM, to: TO, release: RELEASE.at }

/** So many lines in each of the last hours, none before. */
const lately = (hours: number, count: number): number[] => times.map((_, i) => (i >= BUCKETS - hours ? count : 0))

export const templateSample = (given: Partial<AnalysedTemplate>): AnalysedTemplate => ({
  templateId: 1,
  text: 'GET <*> took <*> ms',
  ignored: false,
  critical: false,
  isError: false,
  severity: 9,
  variables: [
    { name: 'path', example: '/checkout' },
    { name: 'number', unit: 'ms', example: '42' },
  ],
  services: ['web'],
  instances: ['node1', 'node2'],
  instancesTotal: 2,
  count: 3012,
  share: 0.66,
  trend: times.map((_, i) => 12 + (i % 12)),
  firstSeen: FROM,
  lastSeen: TO - 1000,
  firstInRange: FROM,
  lastInRange: TO - 1000,
  example: 'GET /checkout took 42 ms',
  findings: [],
  findingsTotal: 0,
  ...given,
})

const finding = (kind: AnalysedTemplate['findings'][number]['kind'], sentence: string, val: number) => ({
  id: `${kind}-1`,
  kind,
  start: RELEASE.at,
  end: TO,
  lines: 418,
  val,
  probability: 1e-9,
  sentence,
})

export const newTemplates: AnalysedTemplate[] = [
  templateSample({
    templateId: 7,
    text: 'pricing rules compiled again in <*> ms: cache key changed',
    severity: 13,
    variables: [{ name: 'number', unit: 'ms', example: '357' }],
    services: ['orders'],
    instances: ['node3'],
    instancesTotal: 1,
    count: 418,
    share: 0.092,
    trend: lately(14, 30),
    firstSeen: RELEASE.at + 40_000,
    firstRelease: RELEASE,
    findingsTotal: 1,
    findings: [{ ...finding('new', 'never seen before', 6.2), incidentId: 'in4' }],
  }),
  templateSample({
    templateId: 8,
    text: 'order <*> failed: TypeError: Cannot read properties of undefined (reading <*>)',
    variables: [
      { name: 'number', example: '52730' },
      { name: 'word', example: "'total'" },
    ],
    services: ['orders'],
    severity: 17,
    isError: true,
    count: 226,
    share: 0.05,
    trend: lately(13, 17),
    firstSeen: RELEASE.at + 6 * 60_000,
    firstRelease: RELEASE,
    findingsTotal: 1,
    findings: [finding('new', 'never seen before', 5.1)],
  }),
]

const hotTemplates: AnalysedTemplate[] = [
  templateSample({
    templateId: 9,
    text: 'connection to <*> reset by peer while sending',
    severity: 17,
    services: ['web'],
    variables: [{ name: 'address', example: '10.0.0.7:5432' }],
    count: 48,
    share: 0.011,
    findingsTotal: 1,
    findings: [finding('hot', '384 lines in 10 min, usually 12', 9.4)],
  }),
]

const clusters: AnalysedTemplate[] = [templateSample({}), ...newTemplates, ...hotTemplates]

/** What `GET logAnalysis` answers for a kind. */
export const logAnalysisSample = (given: Partial<LogAnalysis> = {}): LogAnalysis => {
  const { kind = 'clusters' } = given
  const templates = kind === 'new' ? newTemplates : kind === 'hot' ? hotTemplates : kind === 'clusters' ? clusters : []
  return {
    success: true,
    hasTimes: true,
    from: FROM,
    to: TO,
    bucketMs: HOUR_MS,
    times,
    lines: 4547,
    withoutTemplate: 0,
    counts: times.map((_, i) => 20 + (i % 24) + (i >= BUCKETS - 14 ? 40 : 0)),
    newCounts: lately(14, 44),
    templatesTotal: 57,
    tabs: { ...NO_TABS, clusters: 57, new: 2, hot: 1, keywords: 4 },
    kind,
    templates,
    keywords: [],
    services: ['db', 'orders', 'web'],
    page: { page: 1, pageSize: 100, total: templates.length },
    ...given,
  }
}

const NO_TABS = { clusters: 0, new: 0, rare: 0, hot: 0, cold: 0, sequences: 0, values: 0, keywords: 0 }

export const lineSample = (n: number, given: Partial<LogSearchLine> = {}): LogSearchLine => ({
  id: `${RELEASE.at + n * 1000}.0.${n}.1`,
  time: RELEASE.at + n * 1000,
  instance: 'node3',
  service: 'orders',
  severity: 9,
  templateId: 1,
  line: `payment for order ${52_730 + n} declined: insufficient funds`,
  highlights: [],
  ...given,
})

export const linesSample = (lines: LogSearchLine[], given: Partial<LogLines> = {}): LogLines => ({
  success: true,
  lines,
  next: null,
  previous: null,
  isComplete: true,
  searchedTo: null,
  hasTimes: true,
  ...given,
})

/** Around the first line of the first new template. */
export const contextLines: LogSearchLine[] = [
  lineSample(40, {
    line: 'pricing rules compiled again in 357 ms: cache key changed',
    severity: 13,
    templateId: 7,
  }),
  lineSample(50, { line: 'release 2.41.0 deployed, was 2.40.3', templateId: 3 }),
  lineSample(68),
  lineSample(145, {
    line: 'pricing rules compiled again in 454 ms: cache key changed',
    severity: 13,
    templateId: 7,
  }),
]

export const templateAnswerSample = (template: AnalysedTemplate = newTemplates[0]!): LogTemplateAnswer => ({
  success: true,
  hasTimes: true,
  from: FROM,
  to: TO,
  bucketMs: HOUR_MS,
  times,
  template,
  valuesOf: 418,
  values: [
    {
      name: 'number',
      unit: 'ms',
      example: '357',
      distinct: 301,
      top: [{ value: '357', count: 4 }],
      numbers: {
        min: 12,
        p5: 120,
        p25: 291,
        p50: 370,
        p75: 590,
        p95: 1300,
        max: 1805,
        mean: 460,
        histogram: Array.from({ length: 24 }, (_, i) => ({
          from: 12 + i * 74.7,
          to: 12 + (i + 1) * 74.7,
          count: Math.round(60 * Math.exp(-((i - 5) ** 2) / 30)),
        })),
      },
    },
  ],
  levels: [{ name: '13', count: 418 }],
  byService: [{ name: 'orders', count: 418 }],
  byInstance: [{ name: 'node3', count: 418 }],
})
