import { configDefaults } from 'vitest/config'

/**
 * The tests of a project that a run takes. Files that end in `.long.test.ts` belong to the long tier: their subject is real time,
 * a real server or client of somebody else, a kill, a power cut or a heavy simulation. `OMEN_TEST_TIER` chooses `short` or `long`;
 * without it both are taken, so that a file can be named on the command line.
 */
export function testsOfTier(folder: string = 'src'): { include: string[]; exclude: string[] } {
  const long = '**/*.long.test.{ts,tsx}'
  const tier = process.env.OMEN_TEST_TIER
  return {
    include: [tier === 'long' ? `${folder}/${long}` : `${folder}/**/*.test.{ts,tsx}`],
    exclude: [...configDefaults.exclude, ...(tier === 'short' ? [long] : [])],
  }
}
