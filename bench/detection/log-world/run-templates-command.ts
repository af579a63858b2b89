import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a run of the command took: lines a second of processor time of all threads, and the largest memory of the process. */
export type CommandCost = { linesPerSecond: number; megabytes: number }

const cli = join(import.meta.dirname, '../../../packages/cli')
const report =
  "process.on('exit', () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();" +
  "process.stderr.write('\\n' + JSON.stringify({ micros: userCPUTime + systemCPUTime, maxRSS })) })"

/** Bundles the command line as it is published, and gives a function that runs `omen logs templates` over lines of a log. */
export function openTemplatesCommand(): (lines: readonly string[]) => CommandCost {
  execFileSync(process.execPath, ['build.ts'], { cwd: cli, stdio: 'pipe' })
  return (lines) => {
    const folder = mkdtempSync(join(tmpdir(), 'omen-templates-'))
    try {
      const log = join(folder, 'a.log')
      writeFileSync(log, `${lines.join('\n')}\n`)
      const program = [join(cli, 'dist/omen.js'), 'logs', 'templates', log, '--out', join(folder, 'a.csv')]
      const args = ['--import', `data:text/javascript,${encodeURIComponent(report)}`, ...program]
      const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
      if (status !== 0) throw new Error(`omen logs templates ended with ${status}: ${stderr}`)
      const { micros, maxRSS } = JSON.parse(stderr.slice(stderr.lastIndexOf('\n'))) as {
        micros: number
        maxRSS: number
      }
      return { linesPerSecond: lines.length / (micros / 1e6), megabytes: (maxRSS * 1024) / 1e6 }
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}
