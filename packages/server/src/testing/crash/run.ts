/**
 * `node packages/server/src/testing/crash/run.ts power 20`: prints a line a round, and the count of what was lost. The power is
 * that of a mounted file system, or with `--layer`, and where none can be mounted, that of a layer which drops what is not synced.
 */
import { parseArgs } from 'node:util'
import { bestDisk, whyNoDisk } from './create-disk.ts'
import { crashAgainAndAgain } from './rounds.ts'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { layer: { type: 'boolean' } } })
const [kind, count] = positionals
const rounds = Number(count)
if ((kind !== 'power' && kind !== 'kill') || !Number.isInteger(rounds) || rounds < 1) {
  console.error('Usage: run.ts power|kill ROUNDS [--layer]')
  process.exit(2)
}
const disk = values.layer ? 'layer' : bestDisk()
const reason = kind === 'power' ? whyNoDisk(disk) : undefined
if (reason !== undefined) {
  console.error(`The power cannot be cut here: ${reason}.`)
  process.exit(2)
}
if (kind === 'power')
  console.log(disk === 'mounted' ? 'a mounted file system is shut down' : 'a layer drops what is not synced')
const report = await crashAgainAndAgain({
  kind,
  rounds,
  disk,
  onRound: ({ round, acknowledged, batches, losses }) => {
    console.log(
      `${kind} ${round}/${rounds}: ${acknowledged} things and ${batches} batches acknowledged, ${losses.length} lost`,
    )
    for (const loss of losses) console.log(`  ${loss}`)
  },
})
const { acknowledged, batches, losses, waitingJobs } = report
console.log(
  `${rounds} × ${kind}: ${acknowledged} things and ${batches} batches acknowledged, ${losses.length} lost or twice, ${waitingJobs} jobs waiting at the end`,
)
process.exit(losses.length + waitingJobs === 0 ? 0 : 1)
