// Chooses constants of the engine on data that does not judge them: node bench/constants/run.ts <group> [seed | chosen] [rounds]
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createRandom } from '../../packages/engine/src/stats/random.ts'
import { choose, overridesAt } from './choose.ts'
import { type Beginning, chosenPlaces, keepChosen } from './chosen.ts'
import { namedGroup } from './groups.ts'
import { type LeftOut, labelsAt, leftOutJson } from './left-out.ts'
import { type Figures, measureWith, tableWith } from './measure-with.ts'

const [name = '', from = '1', rounds = '2'] = process.argv.slice(2)
const begunWith: Beginning = from === 'chosen' ? 'chosen' : Number(from)
const { choices, measure, judges, leftOut } = namedGroup(name)
const start = begunWith === 'chosen' ? chosenPlaces(name, choices) : drawPlaces(begunWith)
const known = new Map<string, Promise<Figures>>()
/** Two processes at once: each takes a core. */
const lanes: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()]

const chosen = await chooseBy('loss')
if (leftOut === undefined) keepChosen(name, { begunWith, rounds: Number(rounds) }, choices, chosen)
for (const [what, overrides] of [
  ['as chosen', overridesAt(choices, chosen.at)],
  ['as shipped', []],
] as const) {
  console.log(what, await measureWith(measure, overrides))
  for (const table of judges)
    for (const figure of await tableWith(table, overrides)) console.log(what, table, figure.what, figure.measured)
}

if (leftOut !== undefined) {
  const kept: Record<string, LeftOut[string]> = {}
  const figures = await measureWith(measure, [])
  for (const loss of Object.keys(figures).filter((figure) => figure.startsWith('loss without '))) {
    console.log(loss)
    kept[loss.slice('loss without '.length)] = labelsAt(choices, (await chooseBy(loss)).at)
  }
  writeFileSync(resolve(import.meta.dirname, leftOut), leftOutJson(kept))
}

/** At random: what the engine has must not decide where the loss is flat. */
function drawPlaces(by: number): number[] {
  const random = createRandom(by)
  return choices.map(({ values }) => Math.floor(random() * values.length))
}

function inTurn(work: () => Promise<Figures>): Promise<Figures> {
  const figures = lanes.shift()!.then(work)
  lanes.push(figures)
  return figures
}

function chooseBy(loss: string) {
  return choose(choices, {
    start,
    rounds: Number(rounds),
    async loss(overrides, at) {
      const key = at.join(' ')
      const figures = known.get(key) ?? inTurn(() => measureWith(measure, overrides))
      known.set(key, figures)
      return (await figures)[loss] ?? Number.NaN
    },
    report({ file, name: constant, part = '', labels }, losses, at) {
      const all = labels.map((label, k) => `${label}: ${losses[k]!.toFixed(4)}`).join('  ')
      console.log(`${file} ${constant} ${part} -> ${labels[at]}   (${all})`)
    },
  })
}
