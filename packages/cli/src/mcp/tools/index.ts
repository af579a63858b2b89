import type { Tool } from '../tool.ts'
import { listChanges, postEvent } from './changes.ts'
import { checkRollout, findOutliers } from './compare.ts'
import { decisionTools, giveVerdict } from './decisions.ts'
import { explainIncident, incidentLogs } from './explain.ts'
import { listFindings, listIncidents } from './incidents.ts'
import { logTemplates, searchLogs } from './logs.ts'
import { listDetections, listModels, showModel } from './models.ts'
import { forecastProject, listProjects, liveState, readSeries, showProject } from './projects.ts'

/** Every tool; those that write are offered only where that was asked for. */
export const tools: readonly Tool[] = [
  listProjects,
  showProject,
  liveState,
  listIncidents,
  explainIncident,
  incidentLogs,
  logTemplates,
  searchLogs,
  listFindings,
  forecastProject,
  readSeries,
  findOutliers,
  checkRollout,
  listChanges,
  listModels,
  showModel,
  listDetections,
  ...decisionTools,
  giveVerdict,
  postEvent,
]
