export type { PredictionAdvance, PredictionUpdate } from './advance-predictions.ts'
export { advancePredictions } from './advance-predictions.ts'
export type { IncidentFindings, RankedIncident } from './find-incidents.ts'
export { findIncidents, worstIncident } from './find-incidents.ts'
export { findNewInstances } from './find-new-instances.ts'
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
} from './incident.ts'
export { INCIDENT_KINDS } from './incident.ts'
export { leadingFamily } from './incident-kind.ts'
export type { PredictionHistory } from './learn-rules.ts'
export { learnRules } from './learn-rules.ts'
export type { LogFindingText } from './log-members.ts'
export { toLogEvents } from './log-members.ts'
export type { FindingGroup, MergeOptions } from './merge-periods.ts'
export { describeIncident, gatherFindings, groupFindings, mergePeriods } from './merge-periods.ts'
export { outcomesOf, precursorsOf } from './precursors.ts'
export type { Prediction, PredictionInput } from './predict-incidents.ts'
export { predictIncidents } from './predict-incidents.ts'
export type {
  ForecastCrossing,
  Outcome,
  Precursor,
  PredictedIncident,
  PredictionRule,
  PredictionState,
} from './prediction.ts'
export { NO_PREDICTIONS } from './prediction.ts'
export type { Settlement } from './prediction-book.ts'
export { renderIncidentSubject, renderIncidentTitle } from './render-incident-title.ts'
export { renderPrediction } from './render-prediction.ts'
export type { SimilarIncident } from './similar-incidents.ts'
export { repeatKey, similarIncidents } from './similar-incidents.ts'
export { learnFromVerdicts } from './verdicts/learn-from-verdicts.ts'
export { isHidden, previewVerdicts } from './verdicts/preview-verdicts.ts'
export type { PvalueSuggestion } from './verdicts/suggest-pvalue.ts'
export { suggestPvalue } from './verdicts/suggest-pvalue.ts'
export type {
  DailyWindow,
  LabelledPeriod,
  PeriodPattern,
  ToLocal,
  VerdictEffect,
  VerdictRule,
  VerdictRules,
} from './verdicts/verdict.ts'
