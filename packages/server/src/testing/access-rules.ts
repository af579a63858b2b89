import type { OperationId } from '../http/operation.ts'
import type { AccessWorld } from './access-world.ts'
import { SAMPLE_START, SAMPLE_STEP_MS, sampleTable } from './sample-table.ts'

type Value<T> = T | ((world: AccessWorld) => T | Promise<T>)

/** Who may perform an operation, and how to request it. */
export interface AccessRule {
  /**
   * `ANYBODY`; `ACCOUNT`: every account, on its own items; `owner`: for others the item does not exist;
   * `admin`: other accounts get FORBIDDEN; `sender`: whoever has an ingest key, and no account.
   */
  readonly to: 'anybody' | 'account' | 'owner' | 'admin' | 'sender'
  /** Status for an account that the item is shared with; as for others if omitted. */
  readonly member?: 'may' | 'FORBIDDEN'
  /** Status for an administrator acting on another account's item. */
  readonly admin?: 'may'
  /** Status for the owner's tokens with a sufficient scope, if it differs from the owner's. */
  readonly token?: 'NOT_FOUND'
  /** Code returned even to authorised callers, for requests chosen to have no effect. */
  readonly refusal?: string
  /** The path after the API base, with the parameters filled in. */
  readonly path?: Value<string>
  readonly json?: Value<object>
  readonly form?: Value<Record<string, string>>
  readonly body?: string
}

const ANYBODY = { to: 'anybody' } as const
const ACCOUNT = { to: 'account' } as const
let projectsMade = 0
const newProject = (kind: string) => ({ projectName: `${kind}-${++projectsMade}`, samplingInterval: 1 })
const named = (path: string, { projectName }: AccessWorld): string => `${path}?projectName=${projectName}`
const queried = (path: string) => (world: AccessWorld) => `prometheus/api/v1/${path}projectName=${world.projectName}`
const NOWHERE = { endpoint: 'http://127.0.0.1:1' }
const MEMBER = { to: 'owner', member: 'may' } as const
const fileForm = (fields: Record<string, string>) => (world: AccessWorld) => ({
  uploadFileName: 'owned.csv',
  filename: world.filename,
  ...fields,
})

/** Every operation of the document has its rule here: the compiler and a test miss one that has none. */
export const accessRules: Record<OperationId, AccessRule> = {
  loginCheck: { ...ANYBODY, json: { userName: 'nobody01', password: 'Wrong_pass1' } },
  logout: ACCOUNT,
  getSession: ACCOUNT,
  getSignupCode: { ...ANYBODY, json: { emailOrMobile: 'new@example.com', userName: 'newcomer' } },
  signup: {
    ...ANYBODY,
    json: { userName: 'newcomer', password: 'Right_pass1', emailOrMobile: 'new@example.com', vcode: '000000' },
  },
  getUsernameReminder: { ...ANYBODY, json: { emailOrMobile: 'nobody@example.com' } },
  getTempPassword: { ...ANYBODY, json: { userName: 'nobody01', emailOrMobile: 'nobody@example.com' } },
  resetPassword: { ...ANYBODY, json: { userName: 'nobody01', tempPassword: 'Wrong_pass1', password: 'Right_pass1' } },
  getAcknowledgeLink: { ...ANYBODY, path: 'alert-mail/acknowledge?token=unknown' },
  acknowledgeByLink: { ...ANYBODY, path: 'alert-mail/acknowledge?token=unknown' },
  getUnsubscribeLink: { ...ANYBODY, path: 'alert-mail/unsubscribe?token=unknown' },
  unsubscribeByLink: { ...ANYBODY, path: 'alert-mail/unsubscribe?token=unknown' },
  listTokens: ACCOUNT,
  createToken: { ...ACCOUNT, json: { name: 'another', scopes: ['read'] } },
  deleteToken: { to: 'owner', token: 'NOT_FOUND', path: async (world) => `tokens/${await world.newToken()}` },
  listInvitations: ACCOUNT,
  createInvitation: { ...ACCOUNT, json: { uses: 1 } },
  deleteInvitation: { to: 'owner', admin: 'may', path: async (world) => `invitations/${await world.newInvitation()}` },
  getAccount: ACCOUNT,
  updateAccount: { ...ACCOUNT, json: { fullName: 'Ada' } },
  listSessions: ACCOUNT,
  endSessions: ACCOUNT,
  listAccounts: { to: 'admin' },
  manageAccount: { to: 'admin', path: (world) => `accounts/${world.owner.userName}`, json: { state: 'active' } },
  storeFile: { ...ACCOUNT, body: sampleTable({ rows: 5 }) },
  listIntegrations: ACCOUNT,
  serviceIntegration: { ...ACCOUNT, json: { operation: 'list' } },
  listDeliveries: { ...ACCOUNT, path: 'service-integration/deliveries' },
  listFiles: ACCOUNT,
  getFile: { to: 'owner', path: (world) => `files/${world.filename}` },
  listRejectedLines: { to: 'owner', path: (world) => `files/${world.filename}/rejected` },
  deleteFile: { to: 'owner', path: async (world) => `files/${await world.newFile()}` },
  uploadTraining: { to: 'owner', form: fileForm({ modelName: 'matrix', modelType: 'Split' }) },
  uploadUpdate: { to: 'owner', form: fileForm({ modelName: 'owned', modelType: 'Split' }) },
  uploadDetection: { to: 'owner', form: fileForm({ modelName: 'owned', modelType: 'Split' }) },
  uploadVisualization: { to: 'owner', form: fileForm({}) },
  uploadDisplay: {
    ...MEMBER,
    form: (world) => ({ modelName: 'owned', modelType: 'Split', modelUserName: world.owner.userName }),
  },
  listModels: ACCOUNT,
  getModel: { ...MEMBER, path: (world) => `models/${world.modelId}` },
  deleteModel: { to: 'owner', member: 'FORBIDDEN', path: async (world) => `models/${await world.newModel()}` },
  listModelVersions: { ...MEMBER, path: (world) => `models/${world.modelId}/versions` },
  promoteModel: {
    to: 'owner',
    member: 'FORBIDDEN',
    path: (world) => `models/${world.modelId}/promote`,
    json: { version: 1 },
  },
  shareModel: {
    to: 'owner',
    member: 'FORBIDDEN',
    path: (world) => `models/${world.modelId}/share`,
    json: (world) => ({ userNames: [world.memberName] }),
  },
  listJobs: ACCOUNT,
  getJob: { to: 'owner', path: (world) => `jobs/${world.jobId}` },
  followJob: { to: 'owner', path: (world) => `jobs/${world.jobId}/events` },
  cancelJob: { to: 'owner', path: (world) => `jobs/${world.jobId}/cancel`, refusal: 'JOB_FINISHED' },
  listDetections: ACCOUNT,
  getDetection: { ...MEMBER, path: (world) => `detections/${world.detectionId}` },
  deleteDetection: {
    to: 'owner',
    member: 'FORBIDDEN',
    path: async (world) => `detections/${await world.newDetection()}`,
  },
  getIncident: {
    ...MEMBER,
    path: (world) => `detections/${world.detectionId}/incidents/incident-0-1`,
    refusal: 'INCIDENT_DISSOLVED',
  },
  listDetectionIncidents: { ...MEMBER, path: (world) => `detections/${world.detectionId}/incidents` },
  listFindings: { ...MEMBER, path: (world) => `detections/${world.detectionId}/findings` },
  getDetectionSeries: { ...MEMBER, path: (world) => `detections/${world.detectionId}/series?buckets=4` },
  drawDetection: { ...MEMBER, path: (world) => `detections/${world.detectionId}/chart` },
  giveVerdict: {
    to: 'owner',
    member: 'FORBIDDEN',
    path: (world) => `detections/${world.detectionId}/verdicts`,
    json: (world) => ({ periodId: world.periodId, verdict: 'true', dryRun: true }),
  },
  addCustomProject: { ...ACCOUNT, json: () => newProject('custom') },
  // A connection to nowhere is refused whoever asks for it
  addDatadogProject: {
    ...ACCOUNT,
    json: () => ({ ...newProject('datadog'), ...NOWHERE, apikey: 'a', appkey: 'b' }),
    refusal: 'CONNECTION_FAILED',
  },
  addNewrelicProject: {
    ...ACCOUNT,
    json: () => ({ ...newProject('newrelic'), ...NOWHERE, apikey: 'a', accountId: '1' }),
    refusal: 'CONNECTION_FAILED',
  },
  addAmazonProject: {
    ...ACCOUNT,
    json: () => ({ ...newProject('amazon'), ...NOWHERE, zone: 'eu-central-1', 'access-key': 'a', 'secret-key': 'b' }),
    refusal: 'CONNECTION_FAILED',
  },
  addGoogleProject: {
    ...ACCOUNT,
    json: () => ({ ...newProject('google'), 'project-id': 'p', filename: 'nothing' }),
    refusal: 'NOT_FOUND',
  },
  testConnection: {
    ...ACCOUNT,
    json: { kind: 'custom', source: 'prometheus', address: 'http://127.0.0.1:1', query: ['up'] },
    refusal: 'CONNECTION_FAILED',
  },
  getConnection: {
    to: 'owner',
    member: 'FORBIDDEN',
    path: (world) => named('connection', world),
    refusal: 'CONFLICT',
  },
  changeConnection: {
    to: 'owner',
    member: 'FORBIDDEN',
    json: (world) => ({ projectName: world.projectName, query: ['up'] }),
    refusal: 'CONFLICT',
  },
  changeBackfill: {
    to: 'owner',
    member: 'FORBIDDEN',
    json: (world) => ({ projectName: world.projectName, action: 'pause' }),
    refusal: 'CONFLICT',
  },
  addLogProject: { ...ACCOUNT, json: () => newProject('log') },
  listProjects: ACCOUNT,
  getProject: { ...MEMBER, path: (world) => `projects/${world.projectName}` },
  updateProject: {
    to: 'owner',
    member: 'FORBIDDEN',
    path: (world) => `projects/${world.projectName}`,
    json: { retentionDays: 30 },
  },
  removeProject: { ...MEMBER, json: (world) => ({ projectName: world.projectName, dryRun: true }) },
  displayProjectModel: { ...MEMBER, path: (world) => named('displayProjectModel', world) },
  cloudOutlierDetection: { ...MEMBER, path: (world) => named('cloudOutlierDetection', world) },
  cloudRolloutCheck: {
    ...MEMBER,
    path: (world) => `cloudRolloutCheck?detectionId=${world.detectionId}&at=${SAMPLE_START + 500 * SAMPLE_STEP_MS}`,
  },
  getAlertSetting: { to: 'owner', member: 'FORBIDDEN', path: (world) => named('emailAlertSetting', world) },
  setAlertSetting: {
    to: 'owner',
    member: 'FORBIDDEN',
    path: 'emailAlertSetting',
    json: (world) => ({ projectName: world.projectName, quietMinutes: 60 }),
  },
  decideIncident: {
    ...MEMBER,
    path: (world) => `incidents/${world.incidentId}`,
    json: { action: 'acknowledge' },
  },
  listEvents: { ...MEMBER, path: (world) => named('events', world) },
  addEvent: {
    ...MEMBER,
    json: (world) => ({ projectName: world.projectName, kind: 'other', title: 'changed' }),
  },
  deleteEvent: { to: 'owner', member: 'FORBIDDEN', path: async (world) => `events/${await world.newEvent()}` },
  ingestWebhook: { to: 'sender', path: 'events/webhook/gitlab', body: '{}' },
  readIncident: { ...MEMBER, path: (world) => `incidents/${world.incidentId}` },
  exportIncident: { ...MEMBER, path: (world) => `incidents/${world.incidentId}/export` },
  getPostMortem: { ...MEMBER, path: (world) => `postMortem?incidentId=${world.incidentId}` },
  savePostMortem: {
    ...MEMBER,
    path: 'postMortem',
    json: (world) => ({ incidentId: world.incidentId, revision: 0, text: 'It rained.' }),
  },
  listPostMortemTemplates: { ...ACCOUNT, path: 'post-mortem-templates' },
  savePostMortemTemplate: { ...ACCOUNT, path: 'post-mortem-templates', json: { name: 'ours', text: '{{title}}' } },
  deletePostMortemTemplate: {
    to: 'owner',
    path: async (world) => `post-mortem-templates/${await world.newTemplate()}`,
  },
  getProjectMembers: { to: 'owner', member: 'FORBIDDEN', path: (world) => named('project-members', world) },
  setProjectMembers: {
    to: 'owner',
    member: 'FORBIDDEN',
    path: 'project-members',
    json: (world) => ({ projectName: world.projectName, userNames: [world.memberName] }),
  },
  listIngestKeys: { to: 'owner', member: 'FORBIDDEN', path: (world) => named('ingest-keys', world) },
  createIngestKey: {
    to: 'owner',
    member: 'FORBIDDEN',
    json: (world) => ({ projectName: world.projectName, name: 'another' }),
  },
  deleteIngestKey: { to: 'owner', path: async (world) => `ingest-keys/${await world.newIngestKey()}` },
  getProjectData: { ...MEMBER, path: (world) => named('projectData', world) },
  getLiveAnalysis: { ...MEMBER, path: (world) => named('liveAnalysis', world) },
  giveLiveVerdict: {
    to: 'owner',
    member: 'FORBIDDEN',
    path: (world) => `projects/${world.projectName}/verdicts`,
    json: (world) => ({ findingId: world.findingId, verdict: 'true', dryRun: true }),
  },
  publishDataFile: { to: 'owner', form: fileForm({ name: 'another', modelName: 'owned', modelType: 'Split' }) },
  publishDataProject: {
    to: 'owner',
    member: 'FORBIDDEN',
    json: ({ projectName }) => ({ projectName, from: 0, to: 60_000, name: 'another' }),
  },
  getDashboardBenchmark: ACCOUNT,
  getPublished: { ...MEMBER, path: (world) => `published/${world.publishedId}` },
  getPublishedDetection: { ...MEMBER, path: (world) => `publishedDetection?id=${world.publishedId}` },
  getPublishedSeries: { ...MEMBER, path: (world) => `published/${world.publishedId}/series?buckets=4` },
  getPublishedBundle: { ...MEMBER, path: (world) => `published/${world.publishedId}/bundle` },
  getPublishedBadge: { ...MEMBER, path: (world) => `published/${world.publishedId}/badge.svg` },
  listPublishedRuns: { ...MEMBER, path: (world) => `published/${world.publishedId}/runs` },
  comparePublished: {
    ...MEMBER,
    path: (world) => `published/compare?a=${world.publishedId}&b=${world.publishedId}`,
  },
  updatePublished: {
    to: 'owner',
    member: 'FORBIDDEN',
    path: (world) => `published/${world.publishedId}`,
    json: { description: 'as it was' },
  },
  revokePublished: {
    to: 'owner',
    member: 'FORBIDDEN',
    path: async (world) => `published/${await world.newPublished()}`,
  },
  // The project collects metrics, and the file was not read as a log
  getLogAnalysis: { ...MEMBER, path: (world) => named('logAnalysis', world), refusal: 'VALIDATION_FAILED' },
  startLogAnalysis: { to: 'owner', path: 'logAnalysis', json: (world) => ({ filename: world.filename }) },
  searchLogLines: { ...MEMBER, path: (world) => named('logAnalysis/lines', world), refusal: 'VALIDATION_FAILED' },
  tailLogLines: { ...MEMBER, path: (world) => named('logAnalysis/tail', world), refusal: 'VALIDATION_FAILED' },
  getLogTemplate: { ...MEMBER, path: (world) => named('log-templates/1', world), refusal: 'VALIDATION_FAILED' },
  setLogTemplate: {
    to: 'owner',
    member: 'FORBIDDEN',
    path: 'log-templates/1',
    json: (world) => ({ projectName: world.projectName, ignored: true, dryRun: true }),
    refusal: 'VALIDATION_FAILED',
  },
  getUserValues: ACCOUNT,
  getDailySummary: { ...MEMBER, path: (world) => named('dashboard-dailysummaryreport', world) },
  exportReport: { ...MEMBER, path: (world) => `${named('reports/export', world)}&report=insight&format=md` },
  sendReport: {
    ...MEMBER,
    path: 'reports/send',
    json: ({ projectName }) => ({ report: 'daily', projectName, recipients: ['a@example.com'] }),
  },
  listReportSchedules: { ...ACCOUNT, path: 'reports/schedules' },
  addReportSchedule: {
    ...MEMBER,
    path: 'reports/schedules',
    json: ({ projectName }) => ({ every: 'day', projectNames: [projectName], recipients: ['a@example.com'] }),
  },
  changeReportSchedule: {
    to: 'owner',
    path: async (world) => `reports/schedules/${await world.newReportSchedule()}`,
    json: { hour: 6 },
  },
  deleteReportSchedule: {
    to: 'owner',
    path: async (world) => `reports/schedules/${await world.newReportSchedule()}`,
  },
  getInsightReport: { ...MEMBER, path: (world) => named('insightReport', world) },
  getDashboardIncidents: { ...MEMBER, path: (world) => named('dashboard-incident', world) },
  listDemoFaults: ACCOUNT,
  startDemoFault: { to: 'admin', json: { kind: 'cpu-hog' }, refusal: 'NOT_FOUND' },
  endDemoFault: { to: 'admin', path: 'demo-faults/none', refusal: 'NOT_FOUND' },
  ingestPoints: { to: 'sender', body: '[]' },
  ingestPrometheus: { to: 'sender', body: '' },
  ingestInflux: { to: 'sender', body: '' },
  ingestInflux2: { to: 'sender', body: '' },
  ingestLogs: { to: 'sender', body: '[]' },
  ingestLokiPush: { to: 'sender', body: '' },
  ingestOtlpMetrics: { to: 'sender', body: '' },
  ingestOtlpLogs: { to: 'sender', body: '' },
  ingestElasticBulk: { to: 'sender', body: '' },
  ingestElasticIndexBulk: { to: 'sender', path: 'ingest/elastic/app/_bulk', body: '' },
  prometheusRead: {
    ...MEMBER,
    path: (world) => named('ingest/prometheus/api/v1/read', world),
    body: '',
    refusal: 'MALFORMED_BODY',
  },
  prometheusQuery: { ...MEMBER, path: queried('query?query=up&') },
  prometheusQueryForm: { ...MEMBER, path: queried('query?'), form: { query: 'up' } },
  prometheusQueryRange: { ...MEMBER, path: queried('query_range?query=up&start=1&end=2&step=1&') },
  prometheusQueryRangeForm: {
    ...MEMBER,
    path: queried('query_range?'),
    form: { query: 'up', start: '1', end: '2', step: '1' },
  },
  prometheusSeries: { ...MEMBER, path: queried('series?match[]=up&') },
  prometheusSeriesForm: { ...MEMBER, path: queried('series?'), form: { 'match[]': 'up' } },
  prometheusLabels: { ...MEMBER, path: queried('labels?') },
  prometheusLabelsForm: { ...MEMBER, path: queried('labels?'), form: { limit: '1' } },
  prometheusLabelValues: { ...MEMBER, path: queried('label/job/values?') },
  prometheusMetadata: { ...MEMBER, path: queried('metadata?') },
  prometheusBuildInfo: { ...MEMBER, path: queried('status/buildinfo?') },
  getHealth: ANYBODY,
  getVersion: ANYBODY,
  getOpenapi: ANYBODY,
}
