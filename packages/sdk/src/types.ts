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
/** What a project has learned, a version at a time. */
export type ProjectModel = Answer<'displayProjectModel'>
/** The same rows, evaluated by several versions. */
export type SameData = Schemas['SameData']
/** The templates of a log and what is odd about them. */
export type LogAnalysis = Schemas['LogAnalysis']
export type LogTab = Schemas['LogTab']
export type AnalysedTemplate = Schemas['AnalysedTemplate']
export type LogKeyword = Schemas['LogKeyword']
export type LogVariable = Schemas['LogVariable']
export type LogVariableValues = Schemas['LogVariableValues']
export type LogTemplateFinding = Schemas['LogTemplateFinding']
export type LogTemplateAnswer = Schemas['LogTemplateAnswer']
export type LogTemplateSetting = Schemas['LogTemplateSetting']
/** Lines that a search found. */
export type LogLines = Schemas['LogLines']
export type LogSearchLine = Schemas['LogSearchLine']
/** Lines that arrived. */
export type LogTailLines = Schemas['LogTailLines']
/** Instances compared with those that report the same metric. */
export type OutlierComparison = Schemas['OutlierComparison']
export type PeerGroup = Schemas['PeerGroup']
export type PeerMember = Schemas['PeerMember']
export type PeerLines = Schemas['PeerLines']
export type PeerStates = Schemas['PeerStates']
/** Whether a rollout made things worse. */
export type RolloutCheck = Schemas['RolloutCheck']
export type RolloutFinding = Schemas['RolloutFinding']
export type RolloutLines = Schemas['RolloutLines']
export type RolloutVerdict = Schemas['RolloutVerdict']
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
/** A change to what a project watches. */
export type ProjectEvent = Schemas['Event']
export type EventKind = Schemas['EventKind']
/** A day, a week from Monday on, or a month of the calendar. */
export type ReportPeriod = Schemas['ReportPeriod']
/** What was found between two moments. */
export type ReportFigures = Schemas['ReportFigures']
/** A day of a report, or an hour of a report on one day. */
export type ReportBar = Schemas['ReportBar']
export type ReportWeekday = Schemas['ReportWeekday']
/** What the findings of one instance or metric count. */
export type ReportShare = Schemas['ReportShare']
export type ReportIncident = Schemas['ReportIncident']
/** The values of a series between two moments. */
export type ReportStatistic = Schemas['ReportStatistic']
/** A series that is forecast to reach a limit. */
export type ReportForecast = Schemas['ReportForecast']
export type ReportFinding = Schemas['ReportFinding']
export type ReportScope = Schemas['ReportScope']
/** How a period of the calendar was against the one before. */
export type InsightReport = Schemas['InsightReport']
/** What the last day and the last thirty days brought. */
export type DailySummary = Schemas['DailySummary']
/** The record of a published detection. */
export type Published = Schemas['Published']
export type Visibility = Schemas['Visibility']
export type RunSeverity = Schemas['RunSeverity']
export type SystemCount = Schemas['SystemCount']
/** A detection as it was when it was published. */
export type FrozenDetection = Answer<'getPublishedDetection'>['detection']
export type PublishedComparison = Schemas['PublishedComparison']
export type ComparedFinding = Schemas['ComparedFinding']
export type ComparedMetric = Schemas['ComparedMetric']
export type ReportKind = Schemas['ReportKind']
/** A report that is mailed again and again. */
export type ReportEvent = Schemas['ReportEvent']
export type ReportSchedule = Schemas['ReportSchedule']
/** What came of a mail. */
export type ReportMail = Schemas['ReportMail']
/** What can be done with an incident. */
export type IncidentAction = Schemas['IncidentAction']
/** What an incident is mostly about. */
export type IncidentFamily = Schemas['IncidentFamily']
/** An incident as lists show it. */
export type ListedIncident = Schemas['ListedIncident']
/** How many incidents there are of each state. */
export type IncidentCounts = Schemas['IncidentCounts']
/** An incident that a rule expects, with the record of the rule. */
export type RulePrediction = Schemas['RulePrediction']
/** All that is known of an incident. */
export type IncidentDetail = Schemas['IncidentDetail']
export type IncidentCause = Schemas['IncidentCause']
export type IncidentChange = Schemas['IncidentChange']
export type IncidentFinding = Schemas['IncidentFinding']
export type IncidentGraph = Schemas['IncidentGraph']
export type IncidentHistoryEntry = Schemas['IncidentHistoryEntry']
export type IncidentLogs = Schemas['IncidentLogs']
export type IncidentPicture = Schemas['IncidentPicture']
export type IncidentSeries = Schemas['IncidentSeries']
export type IncidentTimelineEntry = Schemas['IncidentTimelineEntry']
export type IncidentTreeNode = Schemas['IncidentTreeNode']
export type SimilarIncident = Schemas['SimilarIncident']
/** What leaving an incident out of training changes. */
export type ExclusionPreview = Schemas['ExclusionPreview']
/** The facts of an incident with the text about it. */
export type PostMortem = Schemas['PostMortem']
export type PostMortemText = Schemas['PostMortemText']
export type PostMortemTemplate = Schemas['PostMortemTemplate']
export type ActionItem = Schemas['ActionItem']
/** Against the period before. */
export type ReportTrend = Schemas['ReportTrend']
