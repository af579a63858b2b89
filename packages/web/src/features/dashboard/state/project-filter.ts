import type { DashboardProject } from '@omen/sdk'
import { isLearning } from '../lanes/project-lane-model.ts'
import type { ProjectFilter } from './dashboard-atoms.ts'

export const isShown = (project: DashboardProject, filter: ProjectFilter): boolean => {
  switch (filter) {
    case 'open':
      return project.openIncidents > 0
    case 'predicted':
      return project.predictedIncidents > 0
    case 'silent':
      return project.state === 'silent'
    case 'learning':
      return isLearning(project)
    case '':
      return true
  }
}
