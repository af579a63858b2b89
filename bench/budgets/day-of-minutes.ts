import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Api } from '../server/api.ts'

const MINUTE_MS = 60_000
const MINUTES = 1440
const TRAINED_MINUTES = 600
const NODES = 10
const METRICS = ['cpu', 'memory', 'disk_write', 'network_send', 'latency']

/** A detection of 50 series with a day of minutes; its id. */
export async function detectDay(api: Api, scratch: string): Promise<string> {
  const start = Date.UTC(2026, 9, 1)
  const training = join(scratch, 'day-training.csv')
  const day = join(scratch, 'day.csv')
  writeFileSync(training, table(start, TRAINED_MINUTES, false))
  writeFileSync(day, table(start + TRAINED_MINUTES * MINUTE_MS, MINUTES, true))
  const fields = { uploadFileName: 'day.csv', modelName: 'day', modelType: 'Split' }
  await api.work('upload-training', { ...fields, filename: await api.storeFile(training) })
  const job = await api.work('upload-detection', { ...fields, filename: await api.storeFile(day) })
  return job.result!.detectionId!
}

function table(start: number, rows: number, hasTrouble: boolean): string {
  const names = Array.from({ length: NODES }, (_, node) => METRICS.map((metric) => `${metric}[node${node}]`)).flat()
  const lines = Array.from({ length: rows }, (_, row) => {
    const isHigh = hasTrouble && row > 700 && row < 760
    const values = names.map((_, index) => {
      const ripple = 3 * Math.sin(row * 12.9898 + index) * Math.cos(row * 4.1414 + index)
      return (40 + 10 * Math.sin(row / 90 + index) + ripple + (isHigh && index < 5 ? 60 : 0)).toFixed(3)
    })
    return [start + row * MINUTE_MS, ...values].join(',')
  })
  return `${[['timestamp', ...names].join(','), ...lines].join('\n')}\n`
}
