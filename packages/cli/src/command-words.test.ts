import type { Command, Option } from 'commander'
import { describe, expect, it } from 'vitest'
import { createCli } from './cli.ts'
import { optionsOf, parseWords } from './command-words.ts'
import { createProgram, everyCommand } from './program.ts'
import { runCli } from './testing/run-cli.ts'

const makeProgram = (): Promise<Command> =>
  createProgram(createCli({ stdout: process.stdout, stderr: process.stderr } as never))

const pathOf = (command: Command): string[] => (command.parent ? [...pathOf(command.parent), command.name()] : [])

const flagOf = ({ long, short }: Option): string => long ?? short!
const above = (command: Command): Command[] =>
  command.parent?.parent ? [command.parent, ...above(command.parent)] : []

/** Commands below one that has options of its own. */
const below = everyCommand(await makeProgram()).filter((one) => above(one).some(({ options }) => options.length > 0))
const pathsBelow = below.map((one) => pathOf(one).join(' '))
const find = (program: Command, path: string): Command =>
  everyCommand(program).find((one) => pathOf(one).join(' ') === path)!

describe('a command below one that does something by itself', () => {
  it('is looked at below', () => {
    expect(pathsBelow).toEqual(expect.arrayContaining(['incidents list', 'rollout check', 'projects add datadog']))
  })

  it.each(pathsBelow)('omen %s takes its own options before and after its name', async (path) => {
    const words = path.split(' ')
    for (const { flags } of find(await makeProgram(), path).options) {
      for (const isBefore of [false, true]) {
        const program = await makeProgram()
        const command = find(program, path)
        const option = command.options.find((one) => one.flags === flags)!
        for (const one of command.options) {
          Object.assign(one, { parseArg: undefined, argChoices: undefined, mandatory: false })
        }
        command.action(() => undefined)
        const typed = [flagOf(option), ...(option.required ? ['x'] : [])]
        const isOfParent = above(command).some(({ options }) => options.some((one) => flagOf(one) === flagOf(option)))
        if (isBefore && !isOfParent) continue
        const args = command.registeredArguments.map(() => 'x')
        const before = [...words.slice(0, -1), ...typed, words.at(-1)!, ...args]
        await parseWords(program, isBefore ? before : [...words, ...args, ...typed]).catch((error) => {
          // An argument that has choices comes after the options.
          if (error.code !== 'commander.invalidArgument') throw error
        })
        expect([flags, command.getOptionValueSource(option.attributeName())]).toEqual([flags, 'cli'])
      }
    }
  })

  it.each(pathsBelow)('omen %s refuses the options of the command above', async (path) => {
    const command = find(await makeProgram(), path)
    const own = command.options.map(flagOf)
    const foreign = above(command).flatMap(({ options }) => options.filter((one) => !own.includes(flagOf(one))))
    const needed = command.options.flatMap((one) => (one.mandatory ? [flagOf(one), 'x'] : []))
    for (const option of foreign) {
      const args = command.registeredArguments.map(({ argChoices }) => argChoices?.[0] ?? 'x')
      const { exit, stderr } = await runCli([...path.split(' '), ...args, ...needed, flagOf(option), 'x'])
      expect({ exit, stderr }).toEqual({
        exit: 2,
        stderr: expect.stringContaining(`Unknown option '${flagOf(option)}'`),
      })
    }
  })

  it('has no value of an option that only the command above has, not even its default', async () => {
    const program = await makeProgram()
    const list = find(program, 'incidents list').action(() => undefined)
    await parseWords(program, ['incidents', 'list', '--json'])
    expect(optionsOf(list)).not.toHaveProperty('lang')
    expect(optionsOf(list)).toMatchObject({ json: true, tab: 'open' })
  })
})

it('no command has an option of the same name as one that all take', async () => {
  const program = await makeProgram()
  const global = program.options.flatMap(({ long, short }) => [long, short]).filter(Boolean)
  const shadowed = everyCommand(program)
    .filter((one) => one !== program)
    .flatMap((one) =>
      one.options
        .filter(({ long, short }) => global.includes(long) || global.includes(short))
        .map(({ flags }) => [...pathOf(one), flags].join(' ')),
    )
  expect(shadowed).toEqual([])
})

it('takes an alias for the name of a command', async () => {
  const { exit, stderr } = await runCli(['incidents', 'ack', 'in_1', '--pvalue', '0.5'])
  expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringContaining("Unknown option '--pvalue'") })
})
