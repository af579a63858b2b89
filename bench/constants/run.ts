// Chooses constants of the engine on data that does not judge them: node bench/constants/run.ts <group> [seed] [rounds]
import { createRandom } from '../../packages/engine/src/stats/random.ts'
import { choose, overridesAt } from './choose.ts'
import { keepChosen } from './chosen.ts'
import { groups } from './groups.ts'
import { measureWith } from './measure-with.ts'

const [name = '', seed = '1', rounds = '2'] = process.argv.slice(2)
const group = groups[name]
if (group === undefined) {
  console.error(`Name one of these groups: ${Object.keys(groups).join(', ')}`)
  process.exit(2)
}
const { choices, measure, judges } = group
const random = createRandom(Number(seed))
const chosen = await choose(choices, {
  // What was chosen before must not decide where the loss is flat
  start: choices.map(({ values }) => Math.floor(random() * values.length)),
  rounds: Number(rounds),
  loss: async (overrides) => (await measureWith(measure, overrides)).loss ?? Number.NaN,
  report({ file, name: constant, part = '', labels }, losses, at) {
    const all = labels.map((label, k) => `${label}: ${losses[k]!.toFixed(4)}`).join('  ')
    console.log(`${file} ${constant} ${part} -> ${labels[at]}   (${all})`)
  },
})
keepChosen(name, { seed: Number(seed), rounds: Number(rounds) }, choices, chosen)
for (const module of [measure, ...judges])
  for (const [what, overrides] of [
    ['as chosen', overridesAt(choices, chosen.at)],
    ['as shipped', []],
  ] as const)
    console.log(module, what, await measureWith(module, overrides))
