import type { components, operations } from './generated/api.ts'

type Schemas = components['schemas']
type Answer<Operation extends keyof operations> = operations[Operation]['responses'] extends {
  200: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** The JSON that an operation takes. */
export type RequestOf<Operation extends keyof operations> = operations[Operation] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** A language of prompts and sentences. */
export type Locale = Schemas['Locale']
/** The caller's profile. */
export type User = Schemas['User']
/** Who is signed in, with the anti-forgery token. */
export type SignedIn = Schemas['SessionAnswer']
/** A session of an account. */
export type Session = Schemas['Session']
/** An account as an admin sees it. */
export type ManagedAccount = Schemas['ManagedAccount']
export type Role = Schemas['Role']
/** What an access token may be used for. */
export type Scope = Schemas['Scope']
/** An access token without its secret. */
export type Token = Schemas['Token']
/** An invitation code and how often it was used. */
export type Invitation = Schemas['Invitation']
/** A service that alerts are sent to. */
export type IntegrationProvider = Schemas['IntegrationProvider']
/** Where alerts go besides mail to the recipients of a project; without its key. */
export type Integration = Schemas['Integration']
/** An alert on its way to one address. */
export type Delivery = Schemas['Delivery']
export type DeliveryState = Schemas['DeliveryState']
/** What a list shows of a file's content. */
export type FileSummary = Schemas['FileSummary']
/** An uploaded file; `filename` is its handle, `uploadFileName` the name given by the user. */
export type StoredFile = Schemas['StoredFile']
/** What is in a file: columns, rows, gaps and rejected lines. */
export type Preview = Schemas['Preview']
/** A series as a column of a file names it. */
export type PreviewColumn = Schemas['PreviewColumn']
/** A rejected line, and why. */
export type Reject = Schemas['Reject']
/** A rejected line with its text, which is gone once the file has expired. */
export type RejectedLine = Schemas['RejectedLine']
export type ModelType = Schemas['ModelType']
/** A named model; `live` is the version that detects. */
export type Model = Schemas['Model']
export type ModelVersion = Schemas['ModelVersion']
export type VersionState = Schemas['VersionState']
/** Nominal against observed share of normal samples flagged. */
export type Calibration = Schemas['Calibration']
/** What a model learned: map of states, bands, groups, calibration. */
export type ModelDisplay = Schemas['ModelDisplay']
/** Long work: training, update, detection, visualisation. */
export type Job = Schemas['Job']
export type JobState = Schemas['JobState']
export type JobResult = Schemas['JobResult']
export type Progress = Schemas['Progress']
export type DetectionHead = Schemas['DetectionHead']
/** What a detection found. The generated name depends on the order of the bundle, so it is taken from its operation. */
export type Detection = Answer<'getDetection'>['detection']
/** Anything a detection reports: a period or a gap. */
export type Finding = Schemas['Finding']
/** Findings of a detection that belong together, numbered by severity. */
export type Incident = Schemas['Incident']
/** An interval of abnormal samples with its severity `val` and sentence. */
export type Period = Schemas['Period']
export type PeriodKind = Schemas['PeriodKind']
export type PeriodSeries = Schemas['PeriodSeries']
/** An interval in which a target, a collector or a value did not change. */
export type Gap = Schemas['Gap']
export type SeriesStatistics = Schemas['SeriesStatistics']
/** Values reduced to buckets: minimum and maximum of each, null where nothing was measured. */
export type SeriesData = Schemas['SeriesData']
export type ReducedSeries = Schemas['ReducedSeries']
export type Verdict = Schemas['Verdict']
export type VerdictAnswer = Schemas['VerdictAnswer']
export type Health = components['responses']['HealthAnswer']['content']['application/json']
export type Version = Answer<'getVersion'>
/** The response of `POST files`: handle, size, and how much has arrived. */
export type FileReceipt = components['responses']['FileAnswer']['content']['application/json']
/** A source that collects. */
export type Project = Schemas['Project']
export type ProjectKind = Schemas['ProjectKind']
export type ProjectModelType = Schemas['ProjectModelType']
export type ProjectModelVersion = Schemas['ProjectModelVersion']
export type ObservedCalibration = Schemas['ObservedCalibration']
export type ProjectState = Schemas['ProjectState']
export type DataType = Schemas['DataType']
/** When and to whom the incidents of a project are sent. */
export type AlertSetting = Schemas['AlertSetting']
export type AlertSettingChanges = Partial<Omit<AlertSetting, 'projectName'>>
export type AlertThreshold = Schemas['Threshold']
export type AlertCalendar = Schemas['Calendar']
/** What the last 30 days would have sent. */
export type AlertPreview = Schemas['AlertPreview']
/** What a person said of an incident. */
export type IncidentDecision = Schemas['IncidentDecision']
/** What removing a project deletes. */
export type ProjectLoss = Schemas['ProjectLoss']
/** A new project with the secret of its first ingest key, and commands for senders. */
export type CreatedProject = Schemas['CreatedProject']
/** An ingest key without its secret. */
export type IngestKey = Schemas['IngestKey']
/** A command or piece of configuration that sends to a project. */
export type SenderCommand = Schemas['SenderCommand']
/** What a project fetches from. */
export type Connector = Schemas['Connector']
/** How a project fetches, and how far it has come. */
export type Collection = Schemas['Collection']
/** What stands in the way of fetching. */
export type CollectionFault = Schemas['CollectionFault']
/** How far the past of a project was fetched. */
export type Backfill = Schemas['Backfill']
/** What a project fetches, without secrets. */
export type Connection = Schemas['Connection']
/** Samples of a service, what there is to choose from, and what fetching it costs. */
export type ConnectionTest = Schemas['ConnectionTest']
export type ConnectionChoices = Schemas['ConnectionChoices']
export type ConnectionEstimate = Schemas['ConnectionEstimate']
export type ConnectionSample = Schemas['ConnectionSample']
/** Fields of connections of every kind, named as on the wire. */
export type ConnectionFields = Omit<RequestOf<'changeConnection'>, 'projectName' | 'dryRun'>
/** A project to add that fetches from Datadog. */
export type NewDatadogProject = RequestOf<'addDatadogProject'>
/** A project to add that fetches from New Relic. */
export type NewNewrelicProject = RequestOf<'addNewrelicProject'>
/** A project to add that fetches from Amazon CloudWatch. */
export type NewAmazonProject = RequestOf<'addAmazonProject'>
/** A project to add that fetches from Google Cloud. */
export type NewGoogleProject = RequestOf<'addGoogleProject'>
/** What is done with the fetching of the past of a project. */
export type BackfillAction = RequestOf<'changeBackfill'>['action']
/** Values of one series of a project. */
export type ProjectSeries = Schemas['ProjectSeries']
/** Values of a project, of each bucket the smallest and the largest. */
export type ProjectData = Schemas['ProjectData']
/** A kind of line of a project for logs. */
export type LogTemplate = Schemas['LogTemplate']
/** A line of a project for logs. */
export type StoredLine = Schemas['StoredLine']
/** A finding on log lines of a project. */
export type LogFinding = Schemas['LogFinding']
/** Values, scores and findings of a project. */
export type LiveAnalysis = Schemas['LiveAnalysis']
export type LiveForecast = Schemas['LiveForecast']
export type LiveVerdictAnswer = Schemas['LiveVerdictAnswer']
export type TrainingPreview = Schemas['TrainingPreview']
/** What was stored of a batch, and what was left out. */
export type IngestResult = Schemas['IngestResult']
/** Something that goes wrong in the live demo. */
export type DemoFault = Schemas['DemoFault']
export type DemoFaultKind = Schemas['DemoFaultKind']
/** How the projects of an account are doing, the worst first. */
export type UserValues = Schemas['UserValues']
export type DashboardProject = Schemas['DashboardProject']
export type DashboardIncident = Schemas['DashboardIncident']
export type PredictedIncident = Schemas['PredictedIncident']
/** Incidents of an interval, and what was found by local hour and day. */
export type DashboardIncidents = Schemas['DashboardIncidents']
export type DashboardHour = Schemas['DashboardHour']
export type DashboardDay = Schemas['DashboardDay']
/** What the holder of a link may know of an incident. */
export type LinkedIncident = Schemas['LinkedIncident']
/** Whether an address receives mail about a project. */
export type LinkedSubscription = Schemas['LinkedSubscription']
