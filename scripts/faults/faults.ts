import { accountFaults } from './accounts.ts'
import { chartFaults } from './charts.ts'
import { cliFaults } from './cli.ts'
import { engineFaults } from './engine.ts'
import type { Fault } from './fault.ts'
import { journeyFaults } from './journeys.ts'
import { modelFaults } from './models.ts'
import { projectFaults } from './projects.ts'
import { reportFaults } from './reports.ts'
import { sdkFaults } from './sdk.ts'
import { webFaults } from './web.ts'

/** In the order in which they are tried, the quick ones first. */
export const faults: readonly Fault[] = [
  ...[...sdkFaults, ...chartFaults, ...engineFaults, ...webFaults, ...cliFaults],
  ...[...accountFaults, ...reportFaults, ...projectFaults, ...modelFaults, ...journeyFaults],
]
