/** Holds the rules of who may import whom (.dependency-cruiser.json); seeing no file is a failure, too. */
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const { stdout, stderr } = spawnSync(
  join(root, 'node_modules/.bin/depcruise'),
  ['--config', '.dependency-cruiser.json', '--output-type', 'json', 'packages'],
  { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 },
)
if (stdout === '') throw new Error(`dependency-cruiser gave no answer: ${stderr}`)

type Summary = {
  totalCruised: number
  violations: { from: string; to: string; rule: { name: string; severity: string } }[]
}
const { summary } = JSON.parse(stdout) as { summary: Summary }
if (summary.totalCruised < 50) throw new Error(`dependency-cruiser saw only ${summary.totalCruised} files`)
const errors = summary.violations.filter(({ rule }) => rule.severity === 'error')
for (const { from, to, rule } of errors) console.error(`${rule.name}: ${from} imports ${to}`)
console.log(`${summary.totalCruised} files, ${errors.length} imports against the rules.`)
process.exit(errors.length > 0 ? 1 : 0)
