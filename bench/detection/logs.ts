import { Readable } from 'node:stream'
import { parseLog } from '../../packages/cli/src/io/parse-log.ts'
import { createLogParser, findLogLayout } from '../../packages/engine/src/index.ts'
import { createRandom } from '../../packages/engine/src/stats/random.ts'
import type { Measurement } from '../budget.ts'
import { atLeast, atMost, forComparison } from './figure.ts'
import { type JudgedSets, judgeOutOfFold } from './log-world/judge-out-of-fold.ts'
import { judgeStress, judgeSwapped } from './log-world/judge-robustness.ts'
import { type LogSet, readLogSets } from './log-world/log-sets.ts'
import { createPlainDrain, type PlainDrain } from './log-world/plain-drain.ts'
import { openTemplatesCommand } from './log-world/run-templates-command.ts'
import { type Assignment, scoreTemplates, type TemplateScores } from './log-world/score-templates.ts'
import type { OddKind } from './log-world/stress-log.ts'
import { varyLines } from './log-world/vary-lines.ts'

const LINES_OF_EACH = 125_000
const SAMPLE = 2000
const COMMAND_SETS = ['BGL', 'Linux', 'Spark']
const COMMAND_LINES = 1_000_000
const GOALS: Readonly<Record<keyof TemplateScores, number>> = { GA: 0.95, FGA: 0.92, PA: 0.75, FTA: 0.78 }

type Scored = { readonly name: string; readonly own: TemplateScores; readonly drain: TemplateScores }

/**
 * The templates of the public log sets that are there, found from the raw lines by what `omen logs templates` runs, with nothing
 * set for a log; beside it plain Drain, which is given the messages without their headers. Each set counts with constants that were chosen on
 * the others; as shipped, they were chosen while looking at all. Then odd lines and new events, and lines a second of processor time.
 */
export async function run(): Promise<Measurement[]> {
  const sets = readLogSets()
  // First, while this process is small and nothing else has run in it.
  const command = measureCommand(sets)
  const scored: Scored[] = []
  for (const set of sets) {
    const own = scoreTemplates(set.truth, await assignByOmen(set.path))
    scored.push({ name: set.name, own, drain: scoreTemplates(set.truth, assignByDrain(set.messages)) })
  }
  const names = Object.keys(GOALS) as (keyof TemplateScores)[]
  const mean = (of: 'own' | 'drain', score: keyof TemplateScores): number =>
    scored.reduce((sum, one) => sum + one[of][score], 0) / scored.length
  const judged = await judgeOutOfFold(sets.map(({ name }) => name))
  return [
    ...names.map((score) =>
      atLeast(
        `mean ${score} of ${sets.length} sets, constants chosen on the others`,
        GOALS[score],
        judged.plain[score],
      ),
    ),
    ...names.map((score) => forComparison(`mean ${score}, as shipped`, mean('own', score))),
    ...names.map((score) => forComparison(`mean ${score}, plain Drain`, mean('drain', score))),
    ...scored.map(({ name, own, drain }) => forComparison(`GA, ${name}`, own.GA, '', figures(own, drain))),
    ...measureRobustness(sets, judged.stressed),
    ...measureSpeed(sets),
    ...command,
    ...measureDistinct(),
  ]
}

const round = (share: number): string => share.toFixed(3)

const figures = (own: TemplateScores, drain: TemplateScores): string =>
  `FGA ${round(own.FGA)}, PA ${round(own.PA)}, FTA ${round(own.FTA)}; plain Drain GA ${round(drain.GA)}, FGA ${round(drain.FGA)}`

async function assignByOmen(path: string): Promise<Assignment[]> {
  const { parser, ids } = await parseLog(path, Readable.from([]))
  const texts = new Map(parser.templates().map(({ id, text }) => [id, text]))
  return Array.from(ids, (id) => ({ group: parser.resolve(id), text: texts.get(parser.resolve(id)) ?? '<*>' }))
}

function assignByDrain(messages: readonly string[]): Assignment[] {
  const drain = createPlainDrain()
  const ids = messages.map((message) => drain.push(message))
  return ids.map((id) => ({ group: id, text: drain.textOf(id) }))
}

/** Odd forms of usual lines, rare new events, and other words; `judged` is with constants chosen on the other sets. */
function measureRobustness(sets: readonly LogSet[], judged: JudgedSets['stressed']): Measurement[] {
  const own = judgeStress(sets, (lines) => groupByOmen(lines))
  const drain = judgeStress(sets, (_, messages) => assignByDrain(messages).map(({ group }) => group))
  const swapped = judgeSwapped(sets, (lines) => groupByOmen(lines))
  return [
    atLeast('one odd line in a hundred, constants chosen on the others: mean GA', 0.9, judged.GA),
    atLeast('one odd line in a hundred, constants chosen on the others: mean FGA', 0.9, judged.FGA),
    forComparison('one odd line in a hundred: mean GA, as shipped', own.GA, '', `plain Drain ${round(drain.GA)}`),
    forComparison('one odd line in a hundred: mean FGA, as shipped', own.FGA, '', `plain Drain ${round(drain.FGA)}`),
    ...[...own.together].map(([kind, share]) =>
      forComparison(
        `odd lines with their usual ones, ${NAMES[kind]}`,
        share,
        '',
        `plain Drain ${round(drain.together.get(kind)!)}`,
      ),
    ),
    atLeast(
      'rare new events that stay apart',
      0.95,
      own.apart,
      '',
      `of ${own.events}; plain Drain ${round(drain.apart)}`,
    ),
    atLeast('every word swapped: mean GA', 0.95, swapped.GA, '', `FGA ${round(swapped.FGA)}`),
  ]
}

const NAMES: Readonly<Record<OddKind, string>> = {
  address: 'an IPv6 address',
  clause: 'a clause left out',
  empty: 'an empty pair',
  hint: 'a hint added',
  list: 'a list for a number',
  word: 'a word for a number',
}

function groupByOmen(lines: readonly string[]): number[] {
  const parser = createLogParser({ layout: findLogLayout(lines.slice(0, SAMPLE)) })
  const ids = lines.map((line) => parser.push(line).templateId)
  parser.settle()
  return ids.map((id) => parser.resolve(id))
}

/** A million lines, of each set as many: headers cut, masked, put into templates, counted, merged. */
function measureSpeed(sets: readonly LogSet[]): Measurement[] {
  let own = 0
  let drain = 0
  sets.forEach(({ lines, messages }, k) => {
    const many = varyLines(lines, LINES_OF_EACH, createRandom(k))
    own += secondsOf(() => parseAll(many))
    const bare = varyLines(messages, LINES_OF_EACH, createRandom(k))
    drain += secondsOf(() => pushAll(createPlainDrain(), bare))
  })
  const total = sets.length * LINES_OF_EACH
  return [
    atLeast('lines a second, one core', 200_000, total / own, '', `${total.toLocaleString('en-US')} lines`),
    forComparison('lines a second, plain Drain', total / drain),
  ]
}

function parseAll(lines: readonly string[]): void {
  const parser = createLogParser({ layout: findLogLayout(lines.slice(0, SAMPLE)) })
  for (const line of lines) parser.push(line)
  parser.settle()
}

function pushAll(drain: PlainDrain, messages: readonly string[]): void {
  for (const message of messages) drain.push(message)
}

/** `omen logs templates` from file to file, a million lines of each of three logs: the costliest of them. */
function measureCommand(sets: readonly LogSet[]): Measurement[] {
  const runOn = openTemplatesCommand()
  const costs = sets
    .filter(({ name }) => COMMAND_SETS.includes(name))
    .map(({ name, lines }) => ({ name, ...runOn(varyLines(lines, COMMAND_LINES, createRandom(1))) }))
  const [slowest] = costs.toSorted((a, b) => a.linesPerSecond - b.linesPerSecond)
  const [largest] = costs.toSorted((a, b) => b.megabytes - a.megabytes)
  if (slowest === undefined || largest === undefined) return []
  return [
    atLeast('omen logs templates: lines a second, one core', 400_000, slowest.linesPerSecond, '', slowest.name),
    atMost('omen logs templates: memory', 150, largest.megabytes, 'MB', `${largest.name}, a million lines`),
  ]
}

const DISTINCT = 500_000

/** Lines of which no two say the same: what is remembered stays within its bound, and the time a line does not grow. */
function measureDistinct(): Measurement[] {
  const random = createRandom(1)
  const words = Array.from({ length: 3000 }, (_, n) =>
    [...String(n)].map((digit) => 'qrstuvwxyz'[Number(digit)]).join(''),
  )
  const word = (): string => words[Math.floor(random() * words.length)]!
  const lines = Array.from({ length: DISTINCT }, (_, n) => Array.from({ length: 4 + (n % 9) }, word).join(' '))
  const parser = createLogParser()
  const seconds = secondsOf(() => {
    for (const line of lines) parser.push(line)
    parser.settle()
  })
  const { length } = parser.templates()
  return [
    atMost(
      'half a million distinct lines: templates kept',
      10_000,
      length,
      '',
      `${parser.forgotten().templates.toLocaleString('en-US')} dropped`,
    ),
    atMost('half a million distinct lines: a line', 200, (seconds / DISTINCT) * 1e6, ' µs'),
  ]
}

/** Processor time of all threads, so that collecting garbage counts. */
function secondsOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
