/** `node packages/server/src/testing/crash/run.ts power 20`: prints a line a round, and the count of what was lost. */
import { whyNoDisk } from './disk.ts'
import { crashAgainAndAgain } from './rounds.ts'

const [kind, count] = process.argv.slice(2)
const rounds = Number(count)
if ((kind !== 'power' && kind !== 'kill') || !Number.isInteger(rounds) || rounds < 1) {
  console.error('Usage: run.ts power|kill ROUNDS')
  process.exit(2)
}
const reason = kind === 'power' ? whyNoDisk() : undefined
if (reason !== undefined) {
  console.error(`The power cannot be cut here: ${reason}.`)
  process.exit(2)
}
const report = await crashAgainAndAgain({
  kind,
  rounds,
  onRound: ({ round, acknowledged, losses }) => {
    console.log(`${kind} ${round}/${rounds}: ${acknowledged} things acknowledged, ${losses.length} lost`)
    for (const loss of losses) console.log(`  ${loss}`)
  },
})
const { acknowledged, losses, waitingJobs } = report
console.log(
  `${rounds} × ${kind}: ${acknowledged} acknowledged, ${losses.length} lost, ${waitingJobs} jobs waiting at the end`,
)
process.exit(losses.length + waitingJobs === 0 ? 0 : 1)
