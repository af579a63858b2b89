import type { Project } from '@omen/sdk'

/** What the API calls a project: its name, or `name@owner` for one of another account. */
export const projectAddress = ({
  projectName,
  owner,
  mine,
}: Pick<Project, 'projectName' | 'owner' | 'mine'>): string => (mine ? projectName : `${projectName}@${owner}`)

/** The page of a project, by its address. */
export const projectPath = (address: string): string =>
  `/projects/${encodeURIComponent(address).replaceAll('%40', '@')}`
