import type { EncodedBlock, LivePoints, PointStore } from '../../ports/point-store.ts'
import { PointStoreBusyError } from '../../ports/point-store-errors.ts'
import { createGroupCommit } from './group-commit.ts'
import { encodeLivePoints } from './point-codec.ts'
import { literal } from './sql-text.ts'

/** Rows; 12 MB of points: a commit is encoded on the thread that serves requests, in about 2 ms. */
const maxCommitSize = 500_000
/** Rows; 100 MB of points. */
const maxWaitingSize = 4_000_000
/** The months that ClickHouse can partition by end with the year 2299. */
const maxTime = Date.UTC(2300, 0, 1)

export interface LiveWriter {
  readonly append: PointStore['append']
  idle(): Promise<void>
}

/** Appends points by group commit; `insert` stores one block and syncs it. */
export function createLiveWriter(insert: (block: EncodedBlock) => Promise<void>): LiveWriter {
  const commits = createGroupCommit<{ source: string; points: LivePoints }>({
    commit: (batches) => insert(encodeLivePoints(batches)),
    sizeOf: ({ points }) => points.times.length,
    maxCommitSize,
    maxWaitingSize,
    refuse: (rows) => new PointStoreBusyError(`${rows} live points`),
  })
  return {
    async append(source, points) {
      literal(source)
      requireColumns(points)
      const present = onlyNumbers(points)
      if (present.times.length > 0) await commits.add({ source, points: present })
    },
    idle: commits.idle,
  }
}

function requireColumns({ series, times, values }: LivePoints): void {
  if (series.length !== times.length || values.length !== times.length)
    throw new RangeError(`${series.length} series, ${times.length} times and ${values.length} values are no rows`)
  if (!times.every((time) => time >= 0 && time < maxTime))
    throw new RangeError('live points have times from 1970 to 2299, in epoch milliseconds')
}

/** The points themselves where none has to be left out. */
function onlyNumbers(points: LivePoints): LivePoints {
  const { series, times, values } = points
  if (values.every(Number.isFinite)) return points
  const isNumber = (_: number, row: number): boolean => Number.isFinite(values[row])
  return { series: series.filter(isNumber), times: times.filter(isNumber), values: values.filter(Number.isFinite) }
}
