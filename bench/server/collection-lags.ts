import { setTimeout as pause } from 'node:timers/promises'
import type { components } from '../../packages/sdk/src/generated/api.ts'

/** What is read of a project that fetches. */
export interface FetchingProject extends Pick<components['schemas']['Project'], 'projectName' | 'lastDataAt'> {
  readonly collection: Pick<components['schemas']['Collection'], 'collectedTo' | 'sentence'> | null
}

export interface LagOptions {
  /** How often the projects are read: a lag is too long by this much at most. */
  readonly everyMs: number
  /** A project that takes longer than this fails the measurement. */
  readonly limitMs: number
}

/**
 * How long after `due`, the end of a step, each project was seen to have fetched and stored that step, in ms: one lag for every project that is
 * read. Rejects where one has not within the limit, and says which, so that a project that stands still cannot go unnoticed.
 */
export async function measureLags(
  read: () => Promise<readonly FetchingProject[]>,
  due: number,
  { everyMs, limitMs }: LagOptions,
): Promise<number[]> {
  const lags = new Map<string, number>()
  for (;;) {
    const projects = await read()
    const lag = Date.now() - due
    const behind = projects.filter((project) => !lags.has(project.projectName) && !hasStored(project, due))
    for (const { projectName } of projects)
      if (!lags.has(projectName) && !behind.some((one) => one.projectName === projectName)) lags.set(projectName, lag)
    if (behind.length === 0) return [...lags.values()]
    if (lag > limitMs) throw new Error(describeBehind(behind, projects.length, limitMs))
    await pause(everyMs)
  }
}

/** An answer without samples moves `collectedTo` as well, but nothing arrives. */
function hasStored({ collection, lastDataAt }: FetchingProject, due: number): boolean {
  return collection !== null && collection.collectedTo >= due && lastDataAt !== null && lastDataAt >= due
}

function describeBehind(behind: readonly FetchingProject[], count: number, limitMs: number): string {
  const [{ projectName, collection }] = behind as [FetchingProject]
  const why = collection?.sentence ? `: ${collection.sentence}` : ''
  return `${behind.length} of ${count} projects have not stored a step ${limitMs / 1000} s after its end; ${projectName} is one${why}`
}
