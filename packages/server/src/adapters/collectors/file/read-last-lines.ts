import type { Clock } from '../../../ports/clock.ts'
import type { CollectedLine } from '../../../ports/collector.ts'
import type { LogFolder } from './log-folders.ts'
import { openLogFile } from './open-log-file.ts'
import { findLineTimes, readFileLine } from './read-file-line.ts'
import { readRecords } from './read-records.ts'

const tailBytes = 16_384
const maxFiles = 5

/** Of a few files; undefined where there is no file. */
export async function readLastLines(
  folder: LogFolder,
  clock: Pick<Clock, 'now'>,
  most: number,
): Promise<CollectedLine[] | undefined> {
  const paths = (await folder.matching()).slice(-maxFiles)
  const lines: CollectedLine[] = []
  let isAny = false
  for (const path of paths) {
    const file = await openLogFile(folder, path)
    if (file === undefined) continue
    isAny = true
    const to = Number(file.stats.size)
    const from = Math.max(0, to - tailBytes)
    const { records } = await readRecords(file.handle, { from, to, maxRecords: 5000, isSettled: true, isFinal: true })
    await file.handle.close()
    const whole = from === 0 ? records : records.slice(1)
    const timeOf = findLineTimes(
      whole.map(({ text }) => text),
      clock.now(),
    )
    const last = whole
      .slice(-Math.ceil(most / paths.length))
      .map((record) => readFileLine(record, file.service, timeOf))
    lines.push(...last.map((line) => ({ ...line, time: line.time ?? Number(file.stats.mtimeMs) })))
  }
  return isAny ? lines.slice(-most) : undefined
}
