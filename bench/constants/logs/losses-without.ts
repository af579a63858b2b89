import type { Figures } from '../measure-with.ts'
import type { LogScores } from './measure-logs.ts'

/** What all log sets lack of full marks on average, and what all others lack where one is left out. */
export function lossesWithout(scores: ReadonlyMap<string, LogScores>): Figures {
  const lacks = [...scores].map(([name, { plain, stressed }]) => {
    const shares = [plain.GA, plain.FGA, plain.PA, plain.FTA, stressed.GA, stressed.FGA]
    return { name, lack: 1 - mean(shares) }
  })
  const without = lacks.map(({ name }) => {
    const others = lacks.filter((one) => one.name !== name)
    return [`loss without ${name}`, mean(others.map(({ lack }) => lack))] as const
  })
  return { loss: mean(lacks.map(({ lack }) => lack)), ...Object.fromEntries(without) }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
