/**
 * `node packages/server/src/testing/takeover/run.ts 200 5`: two workers share 200 projects for 5 minutes, while one of them is killed every 20
 * seconds. Each project has a row every 5 seconds, or as a third argument says: a row of all has to be sent in that time. Prints a line a kill, and how the findings differ from those of one server that is left alone.
 */
import { findPostgres } from '../start-postgres.ts'
import { compareUnderKills } from './takeover.ts'

const KILL_EVERY_MS = 20_000

const [projects = 0, minutes = 0, stepSeconds = 5] = process.argv.slice(2).map(Number)
const stepMs = stepSeconds * 1000
if (!Number.isInteger(projects) || projects < 1 || !(minutes >= 1) || !(stepMs >= 1000)) {
  console.error('Usage: run.ts PROJECTS MINUTES [SECONDS]')
  process.exit(2)
}
const postgresBin = findPostgres()
if (postgresBin === undefined) {
  console.error('PostgreSQL was not found: name the folder of its programs in OMEN_TEST_POSTGRES_BIN.')
  process.exit(2)
}
const { kills, findings, differences, maxBehindMs } = await compareUnderKills({
  postgresBin,
  projects,
  stepMs,
  killEveryMs: KILL_EVERY_MS,
  rows: Math.round((minutes * 60_000) / stepMs),
  onKill: ({ count, held, of }) => console.log(`kill ${count}: one worker had ${held} of ${of} projects`),
})
for (const difference of differences) console.log(`  ${difference}`)
console.log(
  `${projects} projects, ${kills} kills: ${findings} findings, ${differences.length} differ; ${(maxBehindMs / 1000).toFixed(1)} s behind at most`,
)
process.exit(differences.length === 0 && findings > 0 ? 0 : 1)
