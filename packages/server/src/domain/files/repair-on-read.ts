import type { PointStore } from '../../ports/point-store.ts'
import { DatasetDamagedError } from '../../ports/point-store-errors.ts'

/** A point store whose reads have a damaged dataset repaired, and then read it again. */
export function repairOnRead(points: PointStore, repair: (damaged: DatasetDamagedError) => Promise<void>): PointStore {
  const repairing =
    <A extends readonly unknown[], T>(read: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      try {
        return await read(...args)
      } catch (error) {
        if (!(error instanceof DatasetDamagedError)) throw error
        await repair(error)
        return read(...args)
      }
    }
  return {
    ...points,
    readTimes: repairing(points.readTimes),
    readPoints: repairing(points.readPoints),
    readScores: repairing(points.readScores),
    readRowScores: repairing(points.readRowScores),
    readGrid: repairing(points.readGrid),
    reducePoints: repairing(points.reducePoints),
    reduceScores: repairing(points.reduceScores),
    reduceRowScores: repairing(points.reduceRowScores),
    describe: repairing(points.describe),
  }
}
