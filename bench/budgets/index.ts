import type { Budget } from '../budget.ts'
import { alertMailBudget } from './alert-mail.ts'
import { analysisView } from './analysis-view.ts'
import { appendBudget } from './append.ts'
import { chartPicture } from './chart-picture.ts'
import { cliStart } from './cli-start.ts'
import { collectBudget } from './collect.ts'
import { dashboardBudget } from './dashboard.ts'
import { detectionList } from './detection-list.ts'
import { engineBudget } from './engine.ts'
import { firstLoad } from './first-load.ts'
import { incidentPageBudget } from './incident-page.ts'
import { ingestBudget } from './ingest.ts'
import { ingestLokiBudget } from './ingest-loki.ts'
import { ingestOtlpBudget } from './ingest-otlp.ts'
import { largeFileBudget } from './large-file.ts'
import { liveBudget } from './live.ts'
import { liveAnalysisBudget } from './live-analysis.ts'
import { liveArrival } from './live-arrival.ts'
import { logAnalysisBudget } from './log-analysis.ts'
import { offlineFile } from './offline-file.ts'
import { outliersBudget } from './outliers.ts'
import { queueBudget } from './queue.ts'
import { readGridBudget } from './read-grid.ts'
import { readsBudget } from './reads.ts'
import { redrawBudget } from './redraw.ts'
import { remoteReadBudget } from './remote-read.ts'
import { reportsBudget } from './reports.ts'
import { rolloutBudget } from './rollout.ts'
import { serverStart } from './server-start.ts'
import { trainDetect } from './train-detect.ts'

/** In the order in which they are measured and shown. */
export const budgets: readonly Budget[] = [
  trainDetect,
  detectionList,
  dashboardBudget,
  incidentPageBudget,
  largeFileBudget,
  appendBudget,
  collectBudget,
  ingestBudget,
  ingestOtlpBudget,
  ingestLokiBudget,
  logAnalysisBudget,
  readGridBudget,
  liveBudget,
  liveArrival,
  liveAnalysisBudget,
  outliersBudget,
  rolloutBudget,
  readsBudget,
  remoteReadBudget,
  redrawBudget,
  alertMailBudget,
  reportsBudget,
  offlineFile,
  chartPicture,
  analysisView,
  firstLoad,
  cliStart,
  serverStart,
  queueBudget,
  engineBudget,
]
