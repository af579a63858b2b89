import { ACCOUNT_FAULTS } from './accounts.ts'
import { CHART_FAULTS } from './charts.ts'
import { CLI_FAULTS } from './cli.ts'
import { ENGINE_FAULTS } from './engine.ts'
import type { Fault } from './fault.ts'
import { JOURNEY_FAULTS } from './journeys.ts'
import { MODEL_FAULTS } from './models.ts'
import { PROJECT_FAULTS } from './projects.ts'
import { REPORT_FAULTS } from './reports.ts'
import { SDK_FAULTS } from './sdk.ts'
import { WEB_FAULTS } from './web.ts'

/** In the order in which they are tried, the quick ones first. */
export const FAULTS: readonly Fault[] = [
  ...[...SDK_FAULTS, ...CHART_FAULTS, ...ENGINE_FAULTS, ...WEB_FAULTS, ...CLI_FAULTS],
  ...[...ACCOUNT_FAULTS, ...REPORT_FAULTS, ...PROJECT_FAULTS, ...MODEL_FAULTS, ...JOURNEY_FAULTS],
]
