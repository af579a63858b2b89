import { describe, expect, it } from 'vitest'
import { whyNoDisk } from './create-disk.ts'
import type { DiskKind } from './disk.ts'
import { type CrashOptions, crashAgainAndAgain } from './rounds.ts'

const ROUNDS = 3
const canMount = whyNoDisk('mounted') === undefined
/** Three where nothing can be mounted; elsewhere one, so that the layer is tried, too. */
const roundsWithLayer = canMount ? 1 : ROUNDS
const PATIENCE_MS = 120_000

describe('what was acknowledged', () => {
  it(`is there after ${ROUNDS} deaths of the server`, { timeout: ROUNDS * PATIENCE_MS }, () =>
    expectNoLoss({ kind: 'kill', rounds: ROUNDS }),
  )

  it.skipIf(!canMount)(
    `is there after ${ROUNDS} power cuts of a mounted file system`,
    { timeout: ROUNDS * PATIENCE_MS },
    () => expectNoLoss(powerCuts('mounted', ROUNDS)),
  )

  it.skipIf(whyNoDisk('layer') !== undefined)(
    `is there where a layer drops what is not synced (cuts: ${roundsWithLayer})`,
    { timeout: roundsWithLayer * PATIENCE_MS },
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
