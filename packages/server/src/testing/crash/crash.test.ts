import { describe, expect, it } from 'vitest'
import { whyNoDisk } from './disk.ts'
import { crashAgainAndAgain } from './rounds.ts'

const rounds = 3
const timeout = rounds * 120_000

describe('what was acknowledged', () => {
  it(`is there after ${rounds} deaths of the server`, { timeout }, async () => {
    const { acknowledged, losses, waitingJobs } = await crashAgainAndAgain({ kind: 'kill', rounds })
    expect(losses).toEqual([])
    expect(waitingJobs).toBe(0)
    expect(acknowledged).toBeGreaterThan(rounds)
  })

  const reason = whyNoDisk()
  it.skipIf(reason !== undefined)(`is there after ${rounds} power cuts`, { timeout }, async () => {
    const { acknowledged, losses, waitingJobs } = await crashAgainAndAgain({ kind: 'power', rounds })
    expect(losses).toEqual([])
    expect(waitingJobs).toBe(0)
    expect(acknowledged).toBeGreaterThan(rounds)
  })
})
