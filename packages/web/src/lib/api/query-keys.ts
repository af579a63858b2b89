import type { Range } from '../address/url-codecs.ts'

/**
 * Keys of every query of the page. The first element names the kind, so that `queryKeys.files.all` invalidates every
 * list of files.
 */
export const queryKeys = {
  session: ['session'],
  version: ['version'],
  health: ['health'],
  start: ['start'],
  search: (query: string, locale: string) => ['search', query, locale],
  sessions: ['sessions'],
  comparison: {
    outliers: (query: object) => ['comparison', 'outliers', query],
    rollout: (query: object) => ['comparison', 'rollout', query],
    model: (query: object) => ['comparison', 'model', query],
    deployments: (address: string) => ['comparison', 'deployments', address],
  },
  sources: (kind: string, query: string, locale: string) => ['sources', kind, query, locale],
  mailLink: (action: string, token: string, locale: string) => ['mail link', action, token, locale],
  tokens: ['tokens'],
  invitations: ['invitations'],
  accounts: {
    all: ['accounts'],
    page: (query: string, page: number) => ['accounts', query, page],
  },
  jobs: {
    all: ['jobs'],
    recent: ['jobs', 'recent'],
    page: (page: number) => ['jobs', 'page', page],
  },
  files: {
    all: ['files'],
    page: (query: string, page: number) => ['files', query, page],
    filters: (query: string) => ['files', 'filter', query],
  },
  file: {
    all: ['file'],
    one: (filename: string) => ['file', filename],
    made: (filename: string) => ['file', filename, 'made'],
  },
  models: {
    all: ['models'],
    usable: ['models', 'usable'],
    page: (query: string, page: number, whose: string) => ['models', 'list', query, page, whose],
  },
  model: {
    all: ['model'],
    one: (id: string) => ['model', id],
    versions: (id: string) => ['model', id, 'versions'],
    display: (id: string, version: number | null) => ['model', id, 'display', version],
  },
  published: {
    all: ['published'],
    lists: ['published', 'list'],
    page: (filter: { q: string; system: string; whose: string; page: number }) => ['published', 'list', filter],
    record: (id: string) => ['published', 'record', id],
    detection: (id: string, locale: string) => ['published', 'detection', id, locale],
    series: (id: string, ids: readonly string[], range: Range | null, buckets: number) => [
      ...['published', 'series', id],
      ids,
      range,
      buckets,
    ],
    runs: (id: string, page: number) => ['published', 'runs', id, page],
    compare: (a: string, b: string, locale: string) => ['published', 'compare', a, b, locale],
  },
  projects: {
    all: ['projects'],
    page: (query: string, page: number, locale: string) => ['projects', 'list', query, page, locale],
    own: ['projects', 'own'],
    named: (name: string) => ['projects', 'named', name],
    choices: (search: string, locale: string) => ['projects', 'choices', search, locale],
  },
  /** By `name`, or `name@owner`. */
  project: {
    all: (name: string) => ['project', name],
    one: (name: string, locale: string) => ['project', name, 'one', locale],
    connection: (name: string, locale: string) => ['project', name, 'connection', locale],
    keys: (name: string) => ['project', name, 'keys'],
    loss: (name: string) => ['project', name, 'loss'],
    model: (name: string) => ['project', name, 'model'],
    before: (name: string, time: number) => ['project', name, 'before', time],
    alerts: (name: string, locale: string) => ['project', name, 'alerts', locale],
    alertEffect: (name: string, locale: string, draft: object) => ['alert-effect', name, locale, draft],
    arrivals: (name: string) => ['project', name, 'arrivals'],
    changes: (name: string) => ['project', name, 'changes'],
    changesShown: (name: string, shown: object) => ['project', name, 'changes', shown],
    findings: (name: string, shown: object) => ['project', name, 'findings', shown],
    live: (name: string, shown: object) => ['project', name, 'live', shown],
    recent: (name: string, shown: object) => ['project', name, 'recent', shown],
    series: (name: string, shown: object) => ['project', name, 'series', shown],
    values: (name: string, shown: object) => ['project', name, 'values', shown],
    verdict: (name: string, findingId: string, verdict: string) => ['verdict', name, findingId, verdict],
  },
  logs: {
    all: ['logs'],
    timeline: (shown: object) => ['logs', 'timeline', shown],
    templates: (list: object) => ['logs', 'templates', list],
    template: (shown: object) => ['logs', 'template', shown],
    effect: (one: object) => ['log effect', one],
    lines: (search: object) => ['logs', 'lines', search],
    context: (line: object) => ['logs', 'context', line],
    examples: (shown: object) => ['logs', 'examples', shown],
    metrics: (address: string, shown: object) => ['log metrics', address, shown],
    incidents: (address: string, time: object) => ['log incidents', address, time],
  },
  integrations: {
    all: ['integrations'],
    list: ['integrations', 'list'],
    deliveries: (page: number) => ['integrations', 'deliveries', page],
  },
  dashboard: {
    values: (shown: object) => ['dashboard', 'values', shown],
    incidents: (shown: object) => ['dashboard', 'incidents', shown],
    calendar: (shown: object) => ['dashboard', 'calendar', shown],
    forecast: (address: string, one: object) => ['dashboard', 'forecast', address, one],
    lead: (address: string, lead: object, range: Range) => ['dashboard', 'lead', address, lead, range],
  },
  incidents: {
    all: ['incidents'],
    list: (shown: object, page: number) => ['incidents', 'list', shown, page],
    choices: (address: string, query: string, locale: string) => ['incidents', 'choices', address, query, locale],
    one: (id: string, locale: string) => ['incidents', 'one', id, locale],
    /** Apart from the others: what a choice would change is not read again once it is made. */
    training: (id: string) => ['incident training', id],
    postMortem: (id: string, revision: number | null, locale: string) => [
      ...['incidents', 'post-mortem', id, revision, locale],
    ],
    templates: (locale: string) => ['incidents', 'templates', locale],
    values: (id: string, shown: object) => ['incidents', 'values', id, shown],
  },
  reports: {
    daily: (shown: object) => ['reports', 'daily', shown],
    insight: (shown: object) => ['reports', 'insight', shown],
    projects: ['reports', 'projects'],
    schedules: ['reports', 'schedules'],
  },
  detections: {
    all: ['detections'],
    demo: ['detections', 'demo'],
    page: (page: number, modelId: string) => ['detections', page, modelId],
  },
  detection: {
    all: (id: string) => ['detection', id],
    one: (id: string, pvalue: number | null, cvalue: number | null, locale: string) => [
      ...['detection', id, pvalue, cvalue, locale],
    ],
    verdict: (id: string, periodId: string, verdict: string) => ['verdict', id, periodId, verdict],
    seriesOf: (id: string, seriesIds: readonly string[]) => ['series', id, seriesIds],
    series: (id: string, seriesIds: readonly string[], range: Range | null, buckets: number) => [
      ...['series', id, seriesIds, range?.from ?? null, range?.to ?? null, buckets],
    ],
  },
} as const
