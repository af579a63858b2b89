import { setTimeout as pause } from 'node:timers/promises'
import type { components } from '../../packages/sdk/src/generated/api.ts'

/** What is read of a project that fetches. */
export interface FetchingProject extends Pick<components['schemas']['Project'], 'projectName' | 'lastDataAt'> {
  readonly collection: Pick<components['schemas']['Collection'], 'collectedTo' | 'sentence'> | null
}

export interface LagOptions {
  /** How often the projects are read: seldom, since that is work of the server, too. */
  readonly everyMs: number
  /** A project that takes longer than this fails the measurement. */
  readonly limitMs: number
}

/**
 * How long after `due`, the end of a step, each project had fetched and stored that step, in ms, by the time of its last batch: one lag for every
 * project that is read. Rejects where one has not within the limit, and says which, so that a project that stands still cannot go unnoticed.
 */
export async function measureLags(
  read: () => Promise<readonly FetchingProject[]>,
  due: number,
  { everyMs, limitMs }: LagOptions,
): Promise<number[]> {
  for (;;) {
    await pause(everyMs)
    const projects = await read()
    const lags = projects.map((project) => lagOf(project, due))
    const behind = projects.filter((_, at) => lags[at] === undefined)
    if (behind.length === 0) return lags.filter((lag) => lag !== undefined)
    if (Date.now() - due > limitMs) throw new Error(describeBehind(behind, projects.length, limitMs))
  }
}

/** Undefined before it has stored the step; an answer without samples moves `collectedTo` as well, but nothing arrives. */
function lagOf({ collection, lastDataAt }: FetchingProject, due: number): number | undefined {
  if (collection === null || collection.collectedTo < due || lastDataAt === null || lastDataAt < due) return undefined
  return lastDataAt - due
}

function describeBehind(behind: readonly FetchingProject[], count: number, limitMs: number): string {
  const [{ projectName, collection }] = behind as [FetchingProject]
  const why = collection?.sentence ? `: ${collection.sentence}` : ''
  return `${behind.length} of ${count} projects have not stored a step ${limitMs / 1000} s after its end; ${projectName} is one${why}`
}
