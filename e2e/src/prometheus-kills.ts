// Debian's Prometheus writes to Omen for ten minutes while Omen is killed three times, 20 s each: node e2e/src/prometheus-kills.ts [seconds [kills]]
import { writeUnderKills } from './harness/prometheus-under-kills.ts'

const [seconds = 600, kills = 3] = process.argv.slice(2).map(Number)
const awaySeconds = 20
const apartSeconds = Math.max(5, (seconds - kills * awaySeconds) / (kills + 1))
await writeUnderKills({ apartSeconds, kills, awaySeconds }, async ({ scraped, missing, invented }) => {
  console.log(
    `${scraped} samples in Prometheus; ${missing.length} of them not in Omen, ${invented.length} in Omen alone`,
  )
  for (const sample of [...missing.slice(0, 10), ...invented.slice(0, 10)]) console.log(`  ${sample}`)
  process.exitCode = missing.length + invented.length === 0 ? 0 : 1
})
