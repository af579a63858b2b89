import { nextTurn } from '../../ports/next-turn.ts'
import type { Context } from '../context.ts'
import { readWatchedProjects, type WatchedProject } from './watched-project.ts'

/** Reads a project as it is now; undefined where there is none. */
export type ReadProject = (sourceId: string) => Promise<WatchedProject | undefined>

/** A reader for many sessions: what they ask for at one moment is read by one statement. */
export function createProjectReader(ctx: Context): ReadProject {
  let wanted = new Set<string>()
  let answer: Promise<ReadonlyMap<string, WatchedProject>> | undefined

  const readWanted = async (): Promise<ReadonlyMap<string, WatchedProject>> => {
    await nextTurn()
    const sourceIds = [...wanted]
    wanted = new Set()
    answer = undefined
    return readWatchedProjects(ctx, sourceIds)
  }
  return async (sourceId) => {
    wanted.add(sourceId)
    answer ??= readWanted()
    return (await answer).get(sourceId)
  }
}
