import type { Budget } from '../budget.ts'
import { analysisView } from './analysis-view.ts'
import { cliStart } from './cli-start.ts'
import { engineBudget } from './engine.ts'
import { faultRuns } from './faults.ts'
import { firstLoad } from './first-load.ts'
import { largeFileBudget } from './large-file.ts'
import { serverStart } from './server-start.ts'
import { trainDetect } from './train-detect.ts'

/** In the order in which they are measured and shown. */
export const budgets: readonly Budget[] = [
  trainDetect,
  largeFileBudget,
  analysisView,
  firstLoad,
  cliStart,
  serverStart,
  engineBudget,
  faultRuns,
]
