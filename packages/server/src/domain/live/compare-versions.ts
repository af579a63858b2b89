import type { SameData } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { findVersion, loadModel, type ReadyVersion } from '../models/index.ts'
import type { ProjectRow } from '../projects/index.ts'
import { createSemaphore, runMetered } from '../quotas/index.ts'
import { readSeriesKeys } from '../sources/index.ts'
import { readPosition } from './analysis.ts'
import type { LearningWindow } from './learning-windows.ts'

const DAY_MS = 86_400_000
/** Also stated in the API's description. */
const MAX_ROWS = 2000
const MAX_SERIES = 500

const comparing = createSemaphore({ concurrent: 1, waitingPerAccount: 4 })

interface Compared extends Pick<ProjectRow, 'project' | 'source'> {
  readonly to: number
  readonly shown: readonly LearningWindow[]
}

/** What each of these versions finds in the last day up to a time, with the settings of the project; undefined where there are no rows. */
export async function compareVersions(
  ctx: Context,
  caller: Caller,
  { project, source, to, shown }: Compared,
): Promise<SameData | undefined> {
  if (source.fromTime === null || source.toTime === null) return undefined
  const stepMs = project.samplingMs
  // The time of the last sample is written every few seconds
  const last = Math.max(source.toTime, (await readPosition(ctx, source.id)) ?? 0)
  const end = (Math.floor(Math.min(to, last) / stepMs) + 1) * stepMs
  const rows = Math.min(MAX_ROWS, Math.ceil(DAY_MS / stepMs))
  const from = Math.max(end - rows * stepMs, Math.floor(source.fromTime / stepMs) * stepMs)
  if (from >= end) return undefined
  const loaded = await Promise.all(
    shown.map(async (window) => ({
      window,
      version: (await findVersion(ctx, window.modelId, window.version)) as ReadyVersion,
    })),
  )
  const wanted = new Set(loaded.flatMap(({ version }) => version.series.map(({ id }) => id)))
  const keys = await readSeriesKeys(ctx, source.id)
  const numbers = keys.flatMap(({ id }, number) => (wanted.has(id) ? [number] : [])).slice(0, MAX_SERIES)
  const placeOf = new Map(numbers.map((number, place) => [keys[number]!.id, place]))
  const compare = (own: Context) => async () => {
    const grid = await own.points.readGrid(source.id, numbers, { from, to: end }, stepMs)
    const versions = await Promise.all(
      loaded.map(async ({ window, version }) => ({
        from: window.from,
        model: await loadModel(own, version),
        places: version.series.map(({ id }) => placeOf.get(id) ?? -1),
      })),
    )
    const { pvalue, cvalue } = project
    return own.compute.compareOnSameData({ ...grid, stepMs, pvalue, cvalue, versions })
  }
  const versions = await runMetered(ctx, caller.accountId, (own) => comparing.run(caller.accountId, compare(own)))
  return { from, to: end, rows: Math.round((end - from) / stepMs), versions }
}
