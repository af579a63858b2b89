import { describe, expect, it } from 'vitest'
import { whyNoDisk } from './create-disk.ts'
import type { DiskKind } from './disk.ts'
import { type CrashOptions, crashAgainAndAgain } from './rounds.ts'

const rounds = 3
const canMount = whyNoDisk('mounted') === undefined
/** Three where nothing can be mounted; elsewhere one, so that the layer is tried, too. */
const roundsWithLayer = canMount ? 1 : rounds
const patienceMs = 120_000

describe('what was acknowledged', () => {
  it(`is there after ${rounds} deaths of the server`, { timeout: rounds * patienceMs }, () =>
    expectNoLoss({ kind: 'kill', rounds }),
  )

  it.skipIf(!canMount)(
    `is there after ${rounds} power cuts of a mounted file system`,
    { timeout: rounds * patienceMs },
    () => expectNoLoss(powerCuts('mounted', rounds)),
  )

  it.skipIf(whyNoDisk('layer') !== undefined)(
    `is there where a layer drops what is not synced (cuts: ${roundsWithLayer})`,
    { timeout: roundsWithLayer * patienceMs },
    () => expectNoLoss(powerCuts('layer', roundsWithLayer)),
  )
})

const powerCuts = (disk: DiskKind, rounds: number): CrashOptions => ({ kind: 'power', disk, rounds })

async function expectNoLoss(options: CrashOptions): Promise<void> {
  const { acknowledged, batches, losses, waitingJobs } = await crashAgainAndAgain(options)
  expect(losses).toEqual([])
  expect(waitingJobs).toBe(0)
  expect(acknowledged).toBeGreaterThan(options.rounds)
  expect(batches).toBeGreaterThan(options.rounds)
}
