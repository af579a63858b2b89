import type { DashboardIncident, DashboardProject } from '@omen/sdk'
import { projectAddress } from '../../../lib/projects/project-address.ts'

/** An incident with its rank, which stands for it in the list and in the lanes. */
export interface NumberedIncident extends DashboardIncident {
  readonly number: number
  /** Of its project. */
  readonly address: string
}

/** Of the projects that are shown; ranks count among them. */
export const numbered = (
  incidents: readonly DashboardIncident[],
  projects: readonly DashboardProject[],
): NumberedIncident[] => {
  const addressOf = new Map(projects.map((project) => [keyOf(project), projectAddress(project)]))
  return incidents
    .flatMap((incident) => {
      const address = addressOf.get(keyOf(incident))
      return address === undefined ? [] : [{ ...incident, address }]
    })
    .map((incident, index) => ({ ...incident, number: index + 1 }))
}

const keyOf = ({ projectName, owner }: { projectName: string; owner: string }): string => `${projectName}@${owner}`
