// Debian's Prometheus, or vmagent, writes to Omen for ten minutes while Omen is killed three times, 20 s each:
// node e2e/src/prometheus-kills.ts [--vmagent] [seconds [kills]]
import { parseArgs } from 'node:util'
import { writeUnderKills } from './harness/prometheus-under-kills.ts'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { vmagent: { type: 'boolean' } } })
const [seconds = 600, kills = 3] = positionals.map(Number)
const AWAY_SECONDS = 20
const apartSeconds = Math.max(5, (seconds - kills * AWAY_SECONDS) / (kills + 1))
const sender = values.vmagent ? 'vmagent' : 'prometheus'
await writeUnderKills(
  { sender, apartSeconds, kills, awaySeconds: AWAY_SECONDS },
  async ({ scraped, missing, invented }) => {
    console.log(
      `${scraped} samples in Prometheus; ${missing.length} of them not in Omen, ${invented.length} in Omen alone`,
    )
    for (const sample of [...missing.slice(0, 10), ...invented.slice(0, 10)]) console.log(`  ${sample}`)
    process.exitCode = missing.length + invented.length === 0 ? 0 : 1
  },
)
