import type { OperationId } from '../http/operation.ts'
import type { AccessWorld } from './access-world.ts'
import { sampleStart, sampleStepMs, sampleTable } from './sample-table.ts'

type Value<T> = T | ((world: AccessWorld) => T | Promise<T>)

/** Who may perform an operation, and how to request it. */
export interface AccessRule {
  /**
   * `anybody`; `account`: every account, on its own items; `owner`: for others the item does not exist;
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

const anybody = { to: 'anybody' } as const
const account = { to: 'account' } as const
let projectsMade = 0
const newProject = (kind: string) => ({ projectName: `${kind}-${++projectsMade}`, samplingInterval: 1 })
const named = (path: string, { projectName }: AccessWorld): string => `${path}?projectName=${projectName}`
const queried = (path: string) => (world: AccessWorld) => `prometheus/api/v1/${path}projectName=${world.projectName}`
const nowhere = { endpoint: 'http://127.0.0.1:1' }
const member = { to: 'owner', member: 'may' } as const
const fileForm = (fields: Record<string, string>) => (world: AccessWorld) => ({
  uploadFileName: 'owned.csv',
  filename: world.filename,
  ...fields,
})

/** Every operation of the document has its rule here: the compiler and a test miss one that has none. */
export const accessRules: Record<OperationId, AccessRule> = {
  loginCheck: { ...anybody, json: { userName: 'nobody01', password: 'Wrong_pass1' } },
  logout: account,
  getSession: account,
  getSignupCode: { ...anybody, json: { emailOrMobile: 'new@example.com', userName: 'newcomer' } },
  signup: {
    ...anybody,
    json: { userName: 'newcomer', password: 'Right_pass1', emailOrMobile: 'new@example.com', vcode: '000000' },
  },
  getUsernameReminder: { ...anybody, json: { emailOrMobile: 'nobody@example.com' } },
  getTempPassword: { ...anybody, json: { userName: 'nobody01', emailOrMobile: 'nobody@example.com' } },
  resetPassword: { ...anybody, json: { userName: 'nobody01', tempPassword: 'Wrong_pass1', password: 'Right_pass1' } },
  getAcknowledgeLink: { ...anybody, path: 'alert-mail/acknowledge?token=unknown' },
  acknowledgeByLink: { ...anybody, path: 'alert-mail/acknowledge?token=unknown' },
  getUnsubscribeLink: { ...anybody, path: 'alert-mail/unsubscribe?token=unknown' },
  unsubscribeByLink: { ...anybody, path: 'alert-mail/unsubscribe?token=unknown' },
  listTokens: account,
  createToken: { ...account, json: { name: 'another', scopes: ['read'] } },
  deleteToken: { to: 'owner', token: 'NOT_FOUND', path: async (world) => `tokens/${await world.newToken()}` },
  listInvitations: account,
  createInvitation: { ...account, json: { uses: 1 } },
  deleteInvitation: { to: 'owner', admin: 'may', path: async (world) => `invitations/${await world.newInvitation()}` },
  getAccount: account,
  updateAccount: { ...account, json: { fullName: 'Ada' } },
  listSessions: account,
  endSessions: account,
  listAccounts: { to: 'admin' },
  manageAccount: { to: 'admin', path: (world) => `accounts/${world.owner.userName}`, json: { state: 'active' } },
  storeFile: { ...account, body: sampleTable({ rows: 5 }) },
  listIntegrations: account,
  serviceIntegration: { ...account, json: { operation: 'list' } },
  listDeliveries: { ...account, path: 'service-integration/deliveries' },
  listFiles: account,
  getFile: { to: 'owner', path: (world) => `files/${world.filename}` },
  listRejectedLines: { to: 'owner', path: (world) => `files/${world.filename}/rejected` },
  deleteFile: { to: 'owner', path: async (world) => `files/${await world.newFile()}` },
  uploadTraining: { to: 'owner', form: fileForm({ modelName: 'matrix', modelType: 'Split' }) },
  uploadUpdate: { to: 'owner', form: fileForm({ modelName: 'owned', modelType: 'Split' }) },
  uploadDetection: { to: 'owner', form: fileForm({ modelName: 'owned', modelType: 'Split' }) },
  uploadVisualization: { to: 'owner', form: fileForm({}) },
  uploadDisplay: {
    ...member,
    form: (world) => ({ modelName: 'owned', modelType: 'Split', modelUserName: world.owner.userName }),
  },
  listModels: account,
  getModel: { ...member, path: (world) => `models/${world.modelId}` },
  deleteModel: { to: 'owner', member: 'FORBIDDEN', path: async (world) => `models/${await world.newModel()}` },
  listModelVersions: { ...member, path: (world) => `models/${world.modelId}/versions` },
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
  listJobs: account,
  getJob: { to: 'owner', path: (world) => `jobs/${world.jobId}` },
  followJob: { to: 'owner', path: (world) => `jobs/${world.jobId}/events` },
  cancelJob: { to: 'owner', path: (world) => `jobs/${world.jobId}/cancel`, refusal: 'JOB_FINISHED' },
  listDetections: account,
  getDetection: { ...member, path: (world) => `detections/${world.detectionId}` },
  deleteDetection: {
    to: 'owner',
    member: 'FORBIDDEN',
    path: async (world) => `detections/${await world.newDetection()}`,
  },
  getIncident: {
    ...member,
    path: (world) => `detections/${world.detectionId}/incidents/incident-0-1`,
    refusal: 'INCIDENT_DISSOLVED',
  },
  listDetectionIncidents: { ...member, path: (world) => `detections/${world.detectionId}/incidents` },
  listFindings: { ...member, path: (world) => `detections/${world.detectionId}/findings` },
  getDetectionSeries: { ...member, path: (world) => `detections/${world.detectionId}/series?buckets=4` },
  drawDetection: { ...member, path: (world) => `detections/${world.detectionId}/chart` },
  giveVerdict: {
    to: 'owner',
    member: 'FORBIDDEN',
    path: (world) => `detections/${world.detectionId}/verdicts`,
    json: (world) => ({ periodId: world.periodId, verdict: 'true', dryRun: true }),
  },
  addCustomProject: { ...account, json: () => newProject('custom') },
  // A connection to nowhere is refused whoever asks for it
  addDatadogProject: {
    ...account,
    json: () => ({ ...newProject('datadog'), ...nowhere, apikey: 'a', appkey: 'b' }),
    refusal: 'CONNECTION_FAILED',
  },
  addNewrelicProject: {
    ...account,
    json: () => ({ ...newProject('newrelic'), ...nowhere, apikey: 'a', accountId: '1' }),
    refusal: 'CONNECTION_FAILED',
  },
  addAmazonProject: {
    ...account,
    json: () => ({ ...newProject('amazon'), ...nowhere, zone: 'eu-central-1', 'access-key': 'a', 'secret-key': 'b' }),
    refusal: 'CONNECTION_FAILED',
  },
  addGoogleProject: {
    ...account,
    json: () => ({ ...newProject('google'), 'project-id': 'p', filename: 'nothing' }),
    refusal: 'NOT_FOUND',
  },
  testConnection: {
    ...account,
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
  addLogProject: { ...account, json: () => newProject('log') },
  listProjects: account,
  getProject: { ...member, path: (world) => `projects/${world.projectName}` },
  updateProject: {
    to: 'owner',
    member: 'FORBIDDEN',
    path: (world) => `projects/${world.projectName}`,
    json: { retentionDays: 30 },
  },
  removeProject: { ...member, json: (world) => ({ projectName: world.projectName, dryRun: true }) },
  displayProjectModel: { ...member, path: (world) => named('displayProjectModel', world) },
  cloudOutlierDetection: { ...member, path: (world) => named('cloudOutlierDetection', world) },
  cloudRolloutCheck: {
    ...member,
    path: (world) => `cloudRolloutCheck?detectionId=${world.detectionId}&at=${sampleStart + 500 * sampleStepMs}`,
  },
  getAlertSetting: { to: 'owner', member: 'FORBIDDEN', path: (world) => named('emailAlertSetting', world) },
  setAlertSetting: {
    to: 'owner',
    member: 'FORBIDDEN',
    path: 'emailAlertSetting',
    json: (world) => ({ projectName: world.projectName, quietMinutes: 60 }),
  },
  decideIncident: {
    ...member,
    path: (world) => `incidents/${world.incidentId}`,
    json: { action: 'acknowledge' },
  },
  listEvents: { ...member, path: (world) => named('events', world) },
  addEvent: {
    ...member,
    json: (world) => ({ projectName: world.projectName, kind: 'other', title: 'changed' }),
  },
  deleteEvent: { to: 'owner', member: 'FORBIDDEN', path: async (world) => `events/${await world.newEvent()}` },
  ingestWebhook: { to: 'sender', path: 'events/webhook/gitlab', body: '{}' },
  readIncident: { ...member, path: (world) => `incidents/${world.incidentId}` },
  exportIncident: { ...member, path: (world) => `incidents/${world.incidentId}/export` },
  getPostMortem: { ...member, path: (world) => `postMortem?incidentId=${world.incidentId}` },
  savePostMortem: {
    ...member,
    path: 'postMortem',
    json: (world) => ({ incidentId: world.incidentId, revision: 0, text: 'It rained.' }),
  },
  listPostMortemTemplates: { ...account, path: 'post-mortem-templates' },
  savePostMortemTemplate: { ...account, path: 'post-mortem-templates', json: { name: 'ours', text: '{{title}}' } },
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
  getProjectData: { ...member, path: (world) => named('projectData', world) },
  getLiveAnalysis: { ...member, path: (world) => named('liveAnalysis', world) },
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
  getDashboardBenchmark: account,
  getPublished: { ...member, path: (world) => `published/${world.publishedId}` },
  getPublishedDetection: { ...member, path: (world) => `publishedDetection?id=${world.publishedId}` },
  getPublishedSeries: { ...member, path: (world) => `published/${world.publishedId}/series?buckets=4` },
  getPublishedBundle: { ...member, path: (world) => `published/${world.publishedId}/bundle` },
  getPublishedBadge: { ...member, path: (world) => `published/${world.publishedId}/badge.svg` },
  listPublishedRuns: { ...member, path: (world) => `published/${world.publishedId}/runs` },
  comparePublished: {
    ...member,
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
  getLogAnalysis: { ...member, path: (world) => named('logAnalysis', world), refusal: 'VALIDATION_FAILED' },
  startLogAnalysis: { to: 'owner', path: 'logAnalysis', json: (world) => ({ filename: world.filename }) },
  searchLogLines: { ...member, path: (world) => named('logAnalysis/lines', world), refusal: 'VALIDATION_FAILED' },
  tailLogLines: { ...member, path: (world) => named('logAnalysis/tail', world), refusal: 'VALIDATION_FAILED' },
  getLogTemplate: { ...member, path: (world) => named('log-templates/1', world), refusal: 'VALIDATION_FAILED' },
  setLogTemplate: {
    to: 'owner',
    member: 'FORBIDDEN',
    path: 'log-templates/1',
    json: (world) => ({ projectName: world.projectName, ignored: true, dryRun: true }),
    refusal: 'VALIDATION_FAILED',
  },
  getUserValues: account,
  getDailySummary: { ...member, path: (world) => named('dashboard-dailysummaryreport', world) },
  exportReport: { ...member, path: (world) => `${named('reports/export', world)}&report=insight&format=md` },
  sendReport: {
    ...member,
    path: 'reports/send',
    json: ({ projectName }) => ({ report: 'daily', projectName, recipients: ['a@example.com'] }),
  },
  listReportSchedules: { ...account, path: 'reports/schedules' },
  addReportSchedule: {
    ...member,
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
  getInsightReport: { ...member, path: (world) => named('insightReport', world) },
  getDashboardIncidents: { ...member, path: (world) => named('dashboard-incident', world) },
  listDemoFaults: account,
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
    ...member,
    path: (world) => named('ingest/prometheus/api/v1/read', world),
    body: '',
    refusal: 'MALFORMED_BODY',
  },
  prometheusQuery: { ...member, path: queried('query?query=up&') },
  prometheusQueryForm: { ...member, path: queried('query?'), form: { query: 'up' } },
  prometheusQueryRange: { ...member, path: queried('query_range?query=up&start=1&end=2&step=1&') },
  prometheusQueryRangeForm: {
    ...member,
    path: queried('query_range?'),
    form: { query: 'up', start: '1', end: '2', step: '1' },
  },
  prometheusSeries: { ...member, path: queried('series?match[]=up&') },
  prometheusSeriesForm: { ...member, path: queried('series?'), form: { 'match[]': 'up' } },
  prometheusLabels: { ...member, path: queried('labels?') },
  prometheusLabelsForm: { ...member, path: queried('labels?'), form: { limit: '1' } },
  prometheusLabelValues: { ...member, path: queried('label/job/values?') },
  prometheusMetadata: { ...member, path: queried('metadata?') },
  prometheusBuildInfo: { ...member, path: queried('status/buildinfo?') },
  getHealth: anybody,
  getVersion: anybody,
  getOpenapi: anybody,
}
