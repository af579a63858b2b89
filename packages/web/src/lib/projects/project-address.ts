import type { Project } from '@omen/sdk'

/** What the API calls a project: its name, or `name@owner` for one of another account. */
export const projectAddress = ({
  projectName,
  owner,
  mine,
}: Pick<Project, 'projectName' | 'owner' | 'mine'>): string => (mine ? projectName : `${projectName}@${owner}`)

const inPath = (address: string): string => encodeURIComponent(address).replaceAll('%40', '@')

/** The page of a project, by its address. */
export const projectPath = (address: string): string => `/projects/${inPath(address)}`

/** Where a project is watched. */
export const livePath = (address: string): string => `/live/${inPath(address)}`

/** What a project has learned. */
export const projectModelPath = (address: string): string => `/project-model/${inPath(address)}`
