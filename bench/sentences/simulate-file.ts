import type { ModelType } from '../../packages/engine/src/index.ts'
import { createRandom, normal } from '../../packages/engine/src/stats/random.ts'

const FROM = Date.UTC(2026, 0, 5)
const TRAINED = 300
const ROWS = 260
const STEPS = [1_000, 60_000, 300_000, 3_600_000]
const METRICS = ['cpu', 'memory_mb', 'latency_ms']

/** A small system with faults of all kinds: the CSV of a quiet time, and that of the time after it. */
export function simulateFile(seed: number): { training: string; text: string; modelType: ModelType } {
  const random = createRandom(seed)
  const pick = (count: number): number => Math.floor(random() * count)
  const instances = 1 + pick(2)
  const used = METRICS.slice(0, 1 + pick(3))
  const names = Array.from({ length: instances }, (_, k) => used.map((metric) => `${metric}[n${k + 1}]`)).flat()
  const levels = names.map(() => 10 ** (1 + 3 * random()))
  const states = names.map(() => 0)
  const stepMs = STEPS[pick(STEPS.length)]!
  const values = Array.from({ length: TRAINED + ROWS }, () =>
    names.map((_, column) => {
      states[column] = 0.6 * states[column]! + 0.8 * normal(random)
      return levels[column]! * (1 + 0.05 * states[column]!)
    }),
  )
  for (let fault = 0; fault < 3; fault++) {
    const start = TRAINED + 10 + fault * 80 + pick(15)
    const end = start + 6 + pick(40)
    const kind = pick(9)
    const node = pick(instances)
    const isEverywhere = kind === 2 && instances > 1
    const hit = [...names.keys()].filter((column) => isEverywhere || names[column]!.endsWith(`[n${node + 1}]`))
    const chosen = kind < 2 ? hit.slice(0, 1) : hit
    for (let row = start; row < end; row++) {
      for (const [place, column] of chosen.entries()) {
        const level = levels[column]!
        // The others follow a little later
        if (kind < 4 && row < start + 2 * place) continue
        const value = values[row]![column]!
        if (kind === 0 || kind === 2) values[row]![column] = value + level * (0.5 + random())
        if (kind === 1 || kind === 6 || kind === 7) values[row]![column] = value - level * 0.6
        if (kind === 3) values[row]![column] = value + (level * (row - start)) / 10
        const isInner = row >= start + (end - start) / 4 && row < end - (end - start) / 4
        if (kind === 4 || kind === 8 || (isInner && kind === 7)) values[row]![column] = 0
        if (kind === 5 || (isInner && (kind === 6 || kind === 8))) values[row]![column] = Number.NaN
      }
    }
    // A swing back, half as long
    if (kind === 0)
      for (let row = end + 2; row < end + 2 + (end - start) / 2; row++)
        for (const column of chosen) values[row]![column]! -= 0.4 * levels[column]!
  }
  const write = (first: number, last: number): string =>
    [
      ['timestamp', ...names].join(','),
      ...values
        .slice(first, last)
        .map((row, k) =>
          [FROM + (first + k) * stepMs, ...row.map((value) => (Number.isNaN(value) ? '' : value.toFixed(3)))].join(','),
        ),
    ].join('\n')
  const modelType = seed % 10 === 0 ? 'Hybrid' : seed % 2 === 0 ? 'Holistic' : 'Split'
  return { training: `${write(0, TRAINED)}\n`, text: `${write(TRAINED, TRAINED + ROWS)}\n`, modelType }
}
