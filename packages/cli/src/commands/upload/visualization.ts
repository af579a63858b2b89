import type { Command } from 'commander'
import { exitOf } from '../../bulk/exit-of.ts'
import { failAlone } from '../../bulk/fail-alone.ts'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { addOutputOptions } from '../../options.ts'
import { outcomesCsv, outcomesJson, outcomesMarkdown, renderOutcomes } from '../../render/outcomes.ts'
import { addBulkOptions, type BulkOptions, sendFiles } from './bulk-options.ts'
import { sayNotes } from './say-notes.ts'

/** `omen upload visualization` */
export function uploadVisualization(cli: Cli): Command {
  const command = describeCommand('visualization', {
    summary: 'draw files without detecting',
    examples: [{ run: 'omen upload visualization day.csv', does: 'prints the address of its page' }],
  }).argument('<file...>', 'tables, folders of them (logs are left out), or "-" for standard input')
  return addOutputOptions(addBulkOptions(command), ['text', 'json', 'csv', 'md']).action(
    act<BulkOptions>(cli, runVisualization),
  )
}

async function runVisualization(run: Run, options: BulkOptions, paths: string[]): Promise<void> {
  const outcomes = await sendFiles(run, paths, { kind: 'visualization' }, options)
  failAlone(outcomes)
  const { url } = await run.connection()
  run.result(outcomesJson(outcomes, { url }), {
    text: () => renderOutcomes(outcomes, run, undefined, url),
    csv: () => outcomesCsv(outcomes),
    md: () => outcomesMarkdown(outcomes),
  })
  sayNotes(run, outcomes)
  run.exitWith(exitOf(outcomes))
}
