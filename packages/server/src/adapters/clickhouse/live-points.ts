import type { EncodedBlock, LivePoints, LiveScoreRows } from '../../ports/point-store.ts'
import { PointStoreBusyError } from '../../ports/point-store-errors.ts'
import { createGroupCommit } from './group-commit.ts'
import { encodeLivePoints, encodeLiveScores } from './point-codec.ts'
import { literal } from './sql-text.ts'

/** Rows; 12 MB of points: a commit is encoded on the thread that serves requests, in about 2 ms. */
const MAX_COMMIT_SIZE = 500_000
/** Rows; 100 MB of points. */
const MAX_WAITING_SIZE = 4_000_000
/** The months that ClickHouse can partition by end with the year 2299. */
const MAX_TIME = Date.UTC(2300, 0, 1)

interface LiveBatch<T> {
  readonly source: string
  readonly rows: T
}

interface LiveWriter<T> {
  append(source: string, rows: T): Promise<void>
  idle(): Promise<void>
}

/** Stores a block with rows of these sources; it is on the disk when this resolves. */
export type StoreLive = (sources: Iterable<string>, block: EncodedBlock) => Promise<void>

export function createPointWriter(store: StoreLive): LiveWriter<LivePoints> {
  const writer = createWriter<LivePoints>(
    (batches) => store(sourcesOf(batches), encodeLivePoints(batches)),
    'live points',
  )
  return {
    ...writer,
    async append(source, points) {
      requireColumns(points)
      await writer.append(source, storedPoints(points))
    },
  }
}

export function createScoreWriter(store: StoreLive): LiveWriter<LiveScoreRows> {
  return createWriter<LiveScoreRows>(
    (batches) => store(sourcesOf(batches), encodeLiveScores(batches)),
    'scores of live points',
  )
}

export function sourcesOf(batches: readonly { readonly source: string }[]): Set<string> {
  return new Set(batches.map(({ source }) => source))
}

/** Appends rows by group commit; `commit` stores the batches as one synced block. */
function createWriter<T extends { readonly times: Float64Array }>(
  commit: (batches: readonly LiveBatch<T>[]) => Promise<void>,
  name: string,
): LiveWriter<T> {
  const commits = createGroupCommit<LiveBatch<T>>({
    commit,
    sizeOf: ({ rows }) => rows.times.length,
    maxCommitSize: MAX_COMMIT_SIZE,
    maxWaitingSize: MAX_WAITING_SIZE,
    refuse: (rows) => new PointStoreBusyError(`${rows} ${name}`),
  })
  return {
    async append(source, rows) {
      literal(source)
      if (rows.times.length > 0) await commits.add({ source, rows })
    },
    idle: commits.idle,
  }
}

function requireColumns({ series, times, values }: LivePoints): void {
  if (series.length !== times.length || values.length !== times.length)
    throw new RangeError(`${series.length} series, ${times.length} times and ${values.length} values are no rows`)
  if (!isEvery(times, isStorableTime))
    throw new RangeError('live points have times from 1970 to 2299, in epoch milliseconds')
}

/** The points themselves where none has to be left out. */
function storedPoints(points: LivePoints): LivePoints {
  const { series, times, values } = points
  if (isEvery(values, isStored)) return points
  const isKept = (_: number, row: number): boolean => isStored(values[row]!)
  return { series: series.filter(isKept), times: times.filter(isKept), values: values.filter(isStored) }
}

function isStorableTime(time: number): boolean {
  return time >= 0 && time < MAX_TIME
}

/** `every` of typed arrays takes ten times as long. */
function isEvery(values: Float64Array, is: (value: number) => boolean): boolean {
  for (let row = 0; row < values.length; row++) if (!is(values[row]!)) return false
  return true
}

function isStored(value: number): boolean {
  return !Number.isNaN(value)
}
