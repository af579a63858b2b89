import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { type Budget, CannotMeasure } from '../budget.ts'
import { median, quantile } from '../statistics.ts'

const cli = join(import.meta.dirname, '../../packages/cli')
const RUNS = 21

export const cliStart: Budget = {
  name: 'cli-start',
  title: 'omen --version from the packed tarball',
  async run(scratch) {
    const omen = install(scratch)
    // In turns, so that a busy moment of the machine strikes both.
    const pairs = Array.from({ length: RUNS }, () => ({
      omen: timeOf(omen, ['--version']),
      bare: timeOf(process.execPath, ['-p', '"0.0.0"']),
    })).slice(1)
    const [times, bare] = [pairs.map((pair) => pair.omen), pairs.map((pair) => pair.bare)]
    return [
      { what: 'median of 20 starts', unit: 'ms', measured: median(times), goal: { atMost: 100 } },
      { what: '90 % of them within', unit: 'ms', measured: quantile(times, 0.9) },
      { what: 'node that prints a constant, for comparison', unit: 'ms', measured: median(bare) },
      {
        what: 'omen against that node',
        unit: 'times',
        measured: median(times) / median(bare),
        goal: { atMost: 1.3 },
      },
    ]
  },
}

/** Packs the CLI and installs it as `npm i -g` would, into a folder of its own. */
function install(scratch: string): string {
  const quiet = { cwd: cli, env: withThisNode(), encoding: 'utf8' as const, stdio: 'pipe' as const }
  try {
    execFileSync('npm', ['pack', '--silent', '--pack-destination', scratch], quiet)
    const tarball = readdirSync(scratch).find((name) => name.endsWith('.tgz'))!
    execFileSync(
      'npm',
      ['install', '-g', '--silent', '--prefix', join(scratch, 'global'), join(scratch, tarball)],
      quiet,
    )
  } catch (error) {
    throw new CannotMeasure(
      `The CLI could not be packed and installed: ${(error as { stderr?: string }).stderr ?? error}`,
      {
        cause: error,
      },
    )
  }
  return join(scratch, 'global/bin/omen')
}

function timeOf(program: string, args: readonly string[]): number {
  const began = performance.now()
  const printed = execFileSync(program, args, { env: withThisNode(), encoding: 'utf8' })
  const took = performance.now() - began
  if (!/\d+\.\d+\.\d+/.test(printed)) throw new Error(`${program} ${args.join(' ')} printed ${JSON.stringify(printed)}`)
  return took
}

function withThisNode(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
}
