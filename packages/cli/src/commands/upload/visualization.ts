import type { Command } from 'commander'
import { exitOf } from '../../bulk/exit-of.ts'
import { failAlone } from '../../bulk/fail-alone.ts'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { outcomesJson, renderOutcomes } from '../../render/outcomes.ts'
import { addBulkOptions, type BulkOptions, sendFiles } from './bulk-options.ts'

/** `omen upload visualization` */
export function uploadVisualization(cli: Cli): Command {
  const command = describeCommand('visualization', {
    summary: 'draw files without detecting',
    examples: [{ run: 'omen upload visualization day.csv', does: 'prints the address of its page' }],
  }).argument('<file...>', 'files, folders, or "-" for standard input')
  return addBulkOptions(command).action(act<BulkOptions>(cli, runVisualization))
}

async function runVisualization(run: Run, options: BulkOptions, paths: string[]): Promise<void> {
  const outcomes = await sendFiles(run, paths, { kind: 'visualization' }, options)
  failAlone(outcomes)
  const { url } = await run.connection()
  run.result(outcomesJson(outcomes), () => renderOutcomes(outcomes, run, undefined, url))
  run.exitWith(exitOf(outcomes))
}
