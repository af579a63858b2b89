import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a run of the command took: lines a second of processor time of all threads, and the largest memory of the process. */
export type CommandCost = { linesPerSecond: number; megabytes: number }

const cli = join(import.meta.dirname, '../../../packages/cli')
/** The system's own record of memory where there is one: maxRSS of a child process counts its parent's too. */
const REPORT =
  "import { readFileSync } from 'node:fs'; process.on('exit', () => {" +
  'const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();' +
  "const peak = process.platform === 'linux' ? /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1] : maxRSS;" +
  "process.stderr.write('\\n' + JSON.stringify({ micros: userCPUTime + systemCPUTime, kilobytes: Number(peak) })) })"

/** Bundles the command line as it is published, and gives a function that runs `omen logs templates` over lines of a log. */
export function openTemplatesCommand(): (lines: readonly string[]) => CommandCost {
  execFileSync(process.execPath, ['build.ts'], { cwd: cli, stdio: 'pipe' })
  return (lines) => {
    const folder = mkdtempSync(join(tmpdir(), 'omen-templates-'))
    try {
      const log = join(folder, 'a.log')
      writeFileSync(log, `${lines.join('\n')}\n`)
      const program = [join(cli, 'dist/omen.js'), 'logs', 'templates', log, '--out', join(folder, 'a.csv')]
      const args = ['--import', `data:text/javascript,${encodeURIComponent(REPORT)}`, ...program]
      const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
      if (status !== 0) throw new Error(`omen logs templates ended with ${status}: ${stderr}`)
      const { micros, kilobytes } = JSON.parse(stderr.slice(stderr.lastIndexOf('\n'))) as {
        micros: number
        kilobytes: number
      }
      return { linesPerSecond: lines.length / (micros / 1e6), megabytes: (kilobytes * 1024) / 1e6 }
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}
