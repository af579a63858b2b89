import { expect, it } from 'vitest'
import { findPostgres } from '../start-postgres.ts'
import { compareUnderKills } from './takeover.ts'

const postgresBin = findPostgres()
const PROJECTS = 6

it.skipIf(postgresBin === undefined)(
  'two workers, of which one is killed in the middle of faults, find what one server finds that is left alone',
  { timeout: 900_000 },
  async () => {
    const { differences, findings, kills } = await compareUnderKills({
      postgresBin: postgresBin!,
      projects: PROJECTS,
      stepMs: 1000,
      rows: 45,
      killEveryMs: 15_000,
    })
    expect(differences).toEqual([])
    expect(kills).toBeGreaterThanOrEqual(2)
    expect(findings).toBeGreaterThanOrEqual(PROJECTS)
  },
)
