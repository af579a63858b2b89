import type { DashboardIncident, DashboardProject, PredictedIncident } from '@omen/sdk'
import { projectAddress } from '../../../lib/projects/project-address.ts'

/** Of a project that is shown, with its address. */
export type Addressed<T> = T & { readonly address: string }

/** An incident with its rank, which stands for it in the list and in the lanes. */
export interface NumberedIncident extends Addressed<DashboardIncident> {
  readonly number: number
}

/** Of the projects that are shown; ranks count among them. */
export const numbered = (
  incidents: readonly DashboardIncident[],
  projects: readonly DashboardProject[],
): NumberedIncident[] => addressed(incidents, projects).map((incident, index) => ({ ...incident, number: index + 1 }))

/** Those of the projects that are shown. */
export const addressed = <T extends DashboardIncident | PredictedIncident>(
  incidents: readonly T[],
  projects: readonly DashboardProject[],
): Addressed<T>[] => {
  const addressOf = new Map(projects.map((project) => [keyOf(project), projectAddress(project)]))
  return incidents.flatMap((incident) => {
    const address = addressOf.get(keyOf(incident))
    return address === undefined ? [] : [{ ...incident, address }]
  })
}

const keyOf = ({ projectName, owner }: { projectName: string; owner: string }): string => `${projectName}@${owner}`
