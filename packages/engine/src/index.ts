export type {
  Cause,
  CauseOptions,
  CauseRanking,
  CauseReasons,
  Change,
  InstanceCause,
  LogEvent,
  RankedChange,
} from './causes/cause.ts'
export { foldStopped } from './causes/fold-stopped.ts'
export type { MovementEdge, MovementGraph, PastIncident } from './causes/movement-graph.ts'
export { learnMovements } from './causes/movement-graph.ts'
export { rankCauses, toPastMovers } from './causes/rank-causes.ts'
export { renderCause } from './causes/render-cause.ts'
export type { Calibration, CalibrationPoint } from './detect/calibration.ts'
export { nominalRates } from './detect/calibration.ts'
export { toRates } from './detect/column/counter.ts'
export type { Detection } from './detect/detect.ts'
export { detect } from './detect/detect.ts'
export { displayModel } from './detect/display-model.ts'
export type { DownPart, PeriodParts } from './detect/find-parts.ts'
export { addParts, findParts, noParts } from './detect/find-parts.ts'
export { describeRows, findPeriods } from './detect/find-periods.ts'
export type { DataEnd, FindingState } from './detect/finding-state.ts'
export { findingState, joinedState } from './detect/finding-state.ts'
export { findGaps } from './detect/gaps/find-gaps.ts'
export type { GapExpectation } from './detect/gaps/gap-expectation.ts'
export { expectationsOf } from './detect/gaps/gap-expectation.ts'
export type { GapFinder } from './detect/gaps/gap-finder.ts'
export { createGapFinder } from './detect/gaps/gap-finder.ts'
export type { GapFinderOptions } from './detect/gaps/gap-finder-options.ts'
export { MAX_GAPS } from './detect/gaps/gap-list.ts'
export type { GapSurvey } from './detect/gaps/gap-survey.ts'
export { createGapSurvey } from './detect/gaps/gap-survey.ts'
export { nameRejectedLines } from './detect/gaps/name-rejected-lines.ts'
export { guessUnit, rateUnit } from './detect/guess-unit.ts'
export type { Insufficient, Model, ModelHeader, TrainOptions, TrainResult } from './detect/model.ts'
export type { EncodedModel } from './detect/model-codec.ts'
export { decodeModel, encodeModel } from './detect/model-codec.ts'
export type { ModelDisplay, SeriesBand } from './detect/model-display.ts'
export type { ModelType } from './detect/model-type.ts'
export { modelTypes } from './detect/model-type.ts'
export { PEER_THRESHOLD } from './detect/peers/find-peer-periods.ts'
export type { FindingKind, GapFinding, Period, PeriodOptions, PeriodSeries } from './detect/period.ts'
export { plainUnit } from './detect/plain-unit.ts'
export type { PeriodPlan, SpanRequest } from './detect/plan-periods.ts'
export { planPeriods } from './detect/plan-periods.ts'
export { renderBrief, renderTitle } from './detect/render-brief.ts'
export type { SentenceLocale } from './detect/render-sentence.ts'
export { durationText, figure, renderSentence } from './detect/render-sentence.ts'
export type { ScoredChunk } from './detect/scored-chunk.ts'
export type { Scorer } from './detect/scorer.ts'
export { createScorer } from './detect/scorer.ts'
export { groupSegments } from './detect/segments/group-segments.ts'
export type { Segment } from './detect/segments/segment.ts'
export type { SegmentFinder, SegmentOptions, SilentRows } from './detect/segments/segment-finder.ts'
export { createSegmentFinder } from './detect/segments/segment-finder.ts'
export type { LogSentence, SentenceParts, SentenceUnit } from './detect/sentence.ts'
export { durationOf } from './detect/span.ts'
export { joinParts, movePart, type SeriesPart, type SpanPart } from './detect/span-part.ts'
export type { PeriodContext } from './detect/to-period.ts'
export type { TrainAndDetectResult, TrainedDetection } from './detect/train-and-detect.ts'
export { trainAndDetect } from './detect/train-and-detect.ts'
export { MIN_TRAINING_ROWS, trainModel } from './detect/train-model.ts'
export type { UpdateOptions } from './detect/update-model.ts'
export { updateModel } from './detect/update-model.ts'
export type { WindowEvaluation } from './evaluate/evaluate-alarms.ts'
export { evaluateAlarms, evaluateWindows } from './evaluate/evaluate-alarms.ts'
export type { DetectionAlarms } from './evaluate/evaluate-detection.ts'
export { poolCalibration, toDetectionAlarms } from './evaluate/evaluate-detection.ts'
export type { Alarm, LabelledAlarms, LabelledScores, LabelledSeries, RowSpan } from './evaluate/labelled-series.ts'
export type { LabelPair, LabelProblem, MatchedLabels } from './evaluate/match-labels.ts'
export { matchLabels } from './evaluate/match-labels.ts'
export type { NabProfile, NabScore } from './evaluate/nab-score.ts'
export { nabProfiles, nabScore, nabScores, normalizeNab } from './evaluate/nab-score.ts'
export { observeCalibration } from './evaluate/observe-calibration.ts'
export type { PlacedWindows } from './evaluate/place-windows.ts'
export { placeWindows } from './evaluate/place-windows.ts'
export { probationRows } from './evaluate/probation.ts'
export type { CandidateName } from './forecast/candidate.ts'
export type { BackTestVerdict } from './forecast/evaluate-back-test.ts'
export type { Crossing, ForecastCurves } from './forecast/find-crossing.ts'
export { findCrossing } from './forecast/find-crossing.ts'
export type { Forecast, ForecastInsufficient, ForecastOptions, ForecastPart } from './forecast/forecast.ts'
export { forecast } from './forecast/forecast.ts'
export type { FrameForecast, FrameForecastOptions, SeriesForecast, ShortSeries } from './forecast/forecast-frame.ts'
export { forecastFrame } from './forecast/forecast-frame.ts'
export type { Outlook, OutlookInput } from './forecast/outlook.ts'
export { findOutlook } from './forecast/outlook.ts'
export { presentStep } from './forecast/present-step.ts'
export type { HourlyRange } from './forecast/screen-departure.ts'
export { SCREEN_HOURS, screenDeparture } from './forecast/screen-departure.ts'
export type { PredictionAdvance, PredictionUpdate } from './incidents/advance-predictions.ts'
export { advancePredictions } from './incidents/advance-predictions.ts'
export type { IncidentFindings, RankedIncident } from './incidents/find-incidents.ts'
export { findIncidents, worstIncident } from './incidents/find-incidents.ts'
export { findNewInstances } from './incidents/find-new-instances.ts'
export type {
  Fingerprint,
  Incident,
  IncidentInput,
  IncidentKind,
  IncidentLog,
  IncidentPeriod,
  IncidentSeries,
  IncidentTitle,
  NewInstance,
} from './incidents/incident.ts'
export { incidentKinds } from './incidents/incident.ts'
export { leadingFamily } from './incidents/incident-kind.ts'
export type { PredictionHistory } from './incidents/learn-rules.ts'
export { learnRules } from './incidents/learn-rules.ts'
export type { LogFindingText } from './incidents/log-members.ts'
export { toLogEvents } from './incidents/log-members.ts'
export type { FindingGroup, MergeOptions } from './incidents/merge-periods.ts'
export { describeIncident, groupFindings, mergePeriods } from './incidents/merge-periods.ts'
export { outcomesOf, precursorsOf } from './incidents/precursors.ts'
export type { Prediction, PredictionInput } from './incidents/predict-incidents.ts'
export { predictIncidents } from './incidents/predict-incidents.ts'
export type {
  ForecastCrossing,
  Outcome,
  Precursor,
  PredictedIncident,
  PredictionRule,
  PredictionState,
} from './incidents/prediction.ts'
export { NO_PREDICTIONS } from './incidents/prediction.ts'
export type { Settlement } from './incidents/prediction-book.ts'
export { renderIncidentSubject, renderIncidentTitle } from './incidents/render-incident-title.ts'
export { renderPrediction } from './incidents/render-prediction.ts'
export type { SimilarIncident } from './incidents/similar-incidents.ts'
export { repeatKey, similarIncidents } from './incidents/similar-incidents.ts'
export { learnFromVerdicts } from './incidents/verdicts/learn-from-verdicts.ts'
export { isHidden, previewVerdicts } from './incidents/verdicts/preview-verdicts.ts'
export type { PvalueSuggestion } from './incidents/verdicts/suggest-pvalue.ts'
export { suggestPvalue } from './incidents/verdicts/suggest-pvalue.ts'
export type {
  DailyWindow,
  LabelledPeriod,
  PeriodPattern,
  ToLocal,
  VerdictEffect,
  VerdictRule,
  VerdictRules,
} from './incidents/verdicts/verdict.ts'
export type {
  ExtractedSeries,
  ExtractionState,
  LiveExtraction,
  LiveExtractionOptions,
  LivePeriod,
  ScoredRows,
} from './live/extract-live-periods.ts'
export { createLiveExtraction } from './live/extract-live-periods.ts'
export type { LiveDetector } from './live/live-detector.ts'
export { createLiveDetector } from './live/live-detector.ts'
export type {
  LiveFinding,
  LiveModel,
  LiveOptions,
  LiveRates,
  LiveRound,
  LiveRows,
  LiveScores,
  LiveSeriesKey,
  LiveState,
  LiveValueType,
} from './live/live-state.ts'
export type { LiveLogFinding, LiveLogLines, LiveLogState, LiveTemplate, LogDetail } from './live/logs/live-log.ts'
export type { LiveLogRows, LiveLogs } from './live/logs/live-logs.ts'
export { createLiveLogs } from './live/logs/live-logs.ts'
export type { TemplateCounts } from './live/logs/template-counts.ts'
export { hasErrorWords } from './live/logs/template-facts.ts'
export type { SeriesFacts } from './live/replay-series.ts'
export { readSeriesFacts } from './live/watched-series.ts'
export type { LogAnalysis, LogAnalysisOptions, LogAnalyst, RereadRecord } from './logs/analyse-logs.ts'
export { analyseLogs, createLogAnalyst, LOG_SAMPLE_LINES } from './logs/analyse-logs.ts'
export type { TextEncoding } from './logs/find-encoding.ts'
export { findEncoding } from './logs/find-encoding.ts'
export type { EventLog } from './logs/findings/event-log.ts'
export type { LogFinding, LogFindingKind } from './logs/findings/finding.ts'
export { cutHeader } from './logs/header/cut-header.ts'
export type { LogLayout } from './logs/header/find-log-layout.ts'
export { findLogLayout } from './logs/header/find-log-layout.ts'
export { readHeaderFacts } from './logs/header/read-source.ts'
export { findTimeReader } from './logs/header/read-time.ts'
export type { LogParser, LogParserOptions, ParsedLine } from './logs/log-parser.ts'
export { createLogParser, restoreLogParser } from './logs/log-parser.ts'
export { readVariables } from './logs/read-variables.ts'
export { shortenTemplate } from './logs/shorten.ts'
export type { TemplateCountsOptions } from './logs/template-counts-frame.ts'
export { templateCountsFrame } from './logs/template-counts-frame.ts'
export type { Forgotten, LogTemplate } from './logs/templates/template-store.ts'
export { FORGOTTEN_TEMPLATE } from './logs/templates/template-store.ts'
export type { ComparedPeers, PeerSelection } from './peers/compare-peers.ts'
export { comparePeers } from './peers/compare-peers.ts'
export type { ExpectedRange } from './peers/expected-range.ts'
export { expectedRange } from './peers/expected-range.ts'
export { findOutliers } from './peers/find-outliers.ts'
export type { PeerComparison, PeerMember, PeerMode, PeerOptions, PeerSpan } from './peers/peers.ts'
export type { UsualPlace } from './peers/place-by-past.ts'
export { checkRollout } from './rollout/check-rollout.ts'
export type { ControlKind } from './rollout/control-series.ts'
export type { DividedFrame, InstanceRoles, RoleProblem } from './rollout/divide-instances.ts'
export { divideInstances } from './rollout/divide-instances.ts'
export type { RolloutDrawing } from './rollout/draw-rollout.ts'
export { drawRollout } from './rollout/draw-rollout.ts'
export type { RegressionDirection } from './rollout/regression-direction.ts'
export type { Rollout, RolloutFinding, RolloutOptions, RolloutVerdict } from './rollout/rollout.ts'
export type { BadTime } from './series/bad-time.ts'
export { describeBadTime, readTime } from './series/bad-time.ts'
export { buildFrame } from './series/build-frame.ts'
export type { CsvDelimiter, DecimalMark } from './series/csv-format.ts'
export { delimiterCharacters } from './series/csv-format.ts'
export type { CsvParser, CsvParserOptions } from './series/csv-parser.ts'
export { createCsvParser } from './series/csv-parser.ts'
export type {
  CsvBatch,
  CsvLimits,
  CsvProblemCode,
  CsvReasonValues,
  CsvReject,
  CsvRejectCode,
  CsvReport,
  TimestampUnit,
} from './series/csv-report.ts'
export { CsvProblem } from './series/csv-report.ts'
export { findStepMs } from './series/find-step.ts'
export type { Alignment, Frame, SeriesKey } from './series/frame.ts'
export { alignFrame, filterSeries, selectColumns, sliceFrame } from './series/frame.ts'
export { nameOnInstance } from './series/name-on-instance.ts'
export type { Interval } from './series/parse-intervals.ts'
export { parseIntervals, startsIntervals } from './series/parse-intervals.ts'
export { isTimeInRange, parseTimestamp } from './series/parse-timestamp.ts'
export { findTimeColumns, noTimeColumn, readHeader } from './series/read-header.ts'
export type { ReducedSeries } from './series/reduce-min-max.ts'
export { reduceMinMax } from './series/reduce-min-max.ts'
export type { RejectedRun } from './series/rejected-runs.ts'
export type { NumberScan } from './series/scan-number.ts'
export { createNumberScan, readNumber } from './series/scan-number.ts'
export { parseSeriesName } from './series/series-name.ts'
export { splitQuoted } from './series/split-quoted.ts'
export { createTimeColumn, timestampUnitNames } from './series/time-column.ts'
export type { SeverityFacts } from './severity/severity.ts'
export { bySeverity, isDownVal, severity, severityOfVal } from './severity/severity.ts'
export { compareStates } from './states/compare-states.ts'
export type { ComparedStates, StateMember } from './states/states.ts'
export { checksum } from './stats/checksum.ts'
export type { StreamChannel } from './stream/channels.ts'
export type { StreamPoint, StreamTrust } from './stream/series-detector.ts'
export type { StreamDetector, StreamOptions } from './stream/stream-detector.ts'
export { createStreamDetector, restoreStreamDetector } from './stream/stream-detector.ts'
export type { StreamSize } from './stream/stream-size.ts'
