import type {
  AlertSetting,
  DashboardIncident,
  DashboardProject,
  DetectionHead,
  IngestKey,
  Job,
  Model,
  Project,
  StoredFile,
  Token,
  User,
} from '@omen/sdk'

const NOW = Date.UTC(2026, 10, 20, 12)

export const ALICE: User = { userName: 'alice1', role: 'member', locale: 'en', timeZone: 'UTC' }

export const modelSample = (given: Partial<Model>): Model => ({
  id: 'm1',
  modelName: 'checkout',
  modelType: 'Holistic',
  modelUserName: 'alice1',
  mine: true,
  state: 'ready',
  versionCount: 1,
  createdAt: NOW,
  updatedAt: NOW,
  sharedWith: [],
  ...given,
})

export const fileSample = (given: Partial<StoredFile>): StoredFile => ({
  filename: 'f-handle-1',
  uploadFileName: 'day.csv',
  bytes: 480_000,
  sha256: '',
  state: 'parsed',
  createdAt: NOW,
  expiresAt: null,
  ...given,
})

export const detectionSample = (given: Partial<DetectionHead>): DetectionHead => ({
  id: 'd1',
  kind: 'detection',
  uploadFileName: 'day.csv',
  createdAt: NOW,
  from: NOW - 86_400_000,
  to: NOW,
  rows: 288,
  seriesCount: 30,
  latestDataTimestamp: NOW,
  periodCount: 2,
  ...given,
})

export const JOB_SAMPLE: Job = {
  id: 'j1',
  kind: 'detection',
  state: 'queued',
  createdAt: NOW,
  title: 'day.csv',
  progress: { done: 0, total: 0, unit: 'steps' },
}

export const tokenSample = (given: Partial<Token>): Token => ({
  id: 't1',
  name: 'ci',
  scopes: ['read'],
  createdAt: NOW,
  expiresAt: null,
  lastUsedAt: null,
  ...given,
})

export const projectSample = (given: Partial<Project>): Project => ({
  projectName: 'shop',
  owner: 'alice1',
  kind: 'custom',
  dataType: 'Metric',
  samplingInterval: 1,
  timeZone: 'UTC',
  retentionDays: 90,
  pvalue: 0.99,
  cvalue: 5,
  modelType: 'Holistic',
  retrainDays: 1,
  model: null,
  modelDueAt: null,
  state: 'connecting',
  stateSentence: 'Nothing has arrived yet.',
  trust: 'none',
  seriesCount: 0,
  createdAt: NOW,
  firstDataAt: null,
  lastDataAt: null,
  from: null,
  to: null,
  members: [],
  collection: null,
  mine: true,
  demo: false,
  ...given,
})

export const ingestKeySample = (given: Partial<IngestKey>): IngestKey => ({
  id: 'k1',
  name: 'first',
  hint: 'x9Zq',
  mayRead: false,
  createdAt: NOW,
  expiresAt: null,
  lastUsedAt: null,
  ...given,
})

/** A page of a list. */
export const pageOf = <Name extends string, Item>(name: Name, items: Item[]) => ({
  success: true,
  [name]: items,
  page: { page: 1, pageSize: 50, total: items.length },
})

const NO_FIGURES = { abnormalShare: 0, seriesMs: 1, findings: 0, incidents: 0 }

/** A live project of ten series in which nothing was found, in as many buckets as its lane has. */
export const dashboardProjectSample = (given: Partial<DashboardProject>): DashboardProject => ({
  projectName: 'shop',
  owner: 'alice1',
  mine: true,
  demo: false,
  dataType: 'Metric',
  state: 'live',
  trust: 'high',
  stateSentence: 'Data arrives.',
  seriesCount: 10,
  lastDataAt: NOW,
  to: NOW,
  health: 100,
  healthParts: { severity: 0, share: 0 },
  worstOpenSeverity: 0,
  openIncidents: 0,
  predictedIncidents: 0,
  lane: { share: [], severity: [], isGap: [], start: [], end: [] },
  figures: NO_FIGURES,
  before: NO_FIGURES,
  lastWeek: NO_FIGURES,
  ...given,
})

export const dashboardIncidentSample = (given: Partial<DashboardIncident>): DashboardIncident => ({
  id: 'in1',
  projectName: 'shop',
  owner: 'alice1',
  title: 'cpu on node3',
  kind: 'anomaly',
  state: 'open',
  brief: 'reached 91.8 %, usually 28.1',
  sentence: 'cpu on node3 reached 91.8 %, usually 28.1',
  onset: NOW - 3_600_000,
  end: null,
  val: 8.1,
  findings: 1,
  leadSeries: null,
  durationMs: given.end == null ? null : given.end - (given.onset ?? NOW - 3_600_000),
  ...given,
})

export const ALERT_SETTING_SAMPLE: AlertSetting = {
  projectName: 'shop',
  pvalue: 0.99,
  cvalue: 5,
  'pvalue-email': 0.999,
  'cvalue-email': 5,
  minAnomalyRatioFilter: 0,
  recipients: ['ops@example.com'],
  quietMinutes: 30,
  onlyWithCause: false,
  sendsRecovery: false,
  escalateMinutes: null,
  sharedUserNames: [],
  predictionHours: 0,
  thresholds: [],
  calendars: [],
}
