import type { Project, ProjectState } from '@omen/sdk'
import { relative } from './clock-times.ts'
import { duration } from './duration.ts'
import { count } from './figures.ts'
import type { Paint } from './paint.ts'
import { type Cell, type Column, table } from './table.ts'
import type { View } from './view.ts'

const MINUTE_MS = 60_000

const COLUMNS: Column[] = [
  { title: 'PROJECT', shrink: 1 },
  { title: 'DATA' },
  { title: 'STATE' },
  { title: 'SERIES', align: 'right' },
  { title: 'EVERY', align: 'right' },
  { title: 'LAST DATA', align: 'right' },
  { title: 'OWNER', shrink: 2 },
]

/** Projects, one per line, called as commands name them. */
export function renderProjects(projects: readonly Project[], { paint, width, io }: View): string {
  const now = io.clock.now()
  const rows = projects.map((project): Cell[] => [
    project.mine ? project.projectName : `${project.projectName}@${project.owner}`,
    project.dataType === 'Log' ? 'logs' : 'metrics',
    stateCell(project, paint),
    count(project.seriesCount),
    duration(project.samplingInterval * MINUTE_MS),
    project.lastDataAt === null ? '–' : relative(project.lastDataAt, now),
    project.mine ? 'you' : project.owner,
  ])
  return table(COLUMNS, rows, width, paint)
}

/** What stands in the way of a project that fetches comes before its state. */
function stateCell({ state, collection }: Project, paint: Paint): Cell {
  const fault = collection?.fault
  if (!fault) return { text: state, shown: paintState(state, paint) }
  const text = fault === 'leftOut' ? 'incomplete' : 'cannot fetch'
  return { text, shown: paint.red(text) }
}

/** Only a silent project needs somebody. */
export function paintState(state: ProjectState, paint: Paint): string {
  return state === 'silent' ? paint.red(state) : state
}
