/**
 * Detection methods on simulations with known truth, each figure beside its goal.
 *   node bench/detection/run.ts [name …]
 */
import { run as causes } from './causes.ts'
import { run as incidents } from './incidents.ts'
import { run as prediction } from './prediction.ts'
import type { Row } from './row.ts'

const groups: Record<string, () => Row[]> = { causes, incidents, prediction }

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in groups))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(groups).join(', ')}.`)
  process.exit(2)
}

function line({ name, goal, measured, met }: Row): string {
  const verdict = goal === '' ? '' : met ? 'met' : 'missed'
  return `${name.padEnd(64)} ${String(Number(measured.toPrecision(3))).padStart(9)}  ${goal.padEnd(9)} ${verdict}`.trimEnd()
}

let isMet = true
for (const [name, run] of Object.entries(groups)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  for (const row of run()) {
    console.log(line(row))
    isMet &&= row.met
  }
}
process.exit(isMet ? 0 : 1)
