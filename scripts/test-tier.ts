import { configDefaults } from 'vitest/config'

/** A test of the short tier takes a few seconds alone; the rest is for machines that are busy with other things. */
const SHORT_LIMIT_MS = 20_000
const LONG_LIMIT_MS = 120_000

type TierOptions = { testTimeout: number; hookTimeout: number; include: string[]; exclude: string[] }

/**
 * The tests of a project that a run takes. Files that end in `.long.test.ts` belong to the long tier: their subject is real time,
 * a real server or client of somebody else, a kill, a power cut or a heavy simulation. `OMEN_TEST_TIER` chooses `short` or `long`;
 * without it both are taken, so that a file can be named to Vitest.
 */
export function testsOfTier(folder: string = 'src'): TierOptions {
  const long = '**/*.long.test.{ts,tsx}'
  const tier = process.env.OMEN_TEST_TIER
  const limitMs = tier === 'short' ? SHORT_LIMIT_MS : LONG_LIMIT_MS
  return {
    testTimeout: limitMs,
    hookTimeout: limitMs,
    include: [tier === 'long' ? `${folder}/${long}` : `${folder}/**/*.test.{ts,tsx}`],
    exclude: [...configDefaults.exclude, ...(tier === 'short' ? [long] : [])],
  }
}
