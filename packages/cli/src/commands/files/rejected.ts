import { rejectedCsv } from '@omen/sdk/rules'
import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { findFile } from '../../io/find-file.ts'
import { localeOf } from '../../io/locale.ts'
import { addOutputOptions } from '../../options.ts'
import { count, counted } from '../../render/figures.ts'

/** `omen files rejected` */
export function filesRejected(cli: Cli): Command {
  const command = describeCommand('rejected', {
    summary: 'write the rejected lines of an uploaded file: number, reason, text',
    description:
      'Writes a row for each rejected line, in the order of the file. The server keeps the first 100 of a file.',
    examples: [
      { run: 'omen files rejected day.csv --out rejected.csv', does: 'to be put right and sent again' },
      { run: 'omen files rejected day.csv --format json', does: 'with the code of each reason' },
    ],
  }).argument('<file>', 'name or handle')
  return addOutputOptions(command, ['csv', 'json']).action(act(cli, runRejected))
}

async function runRejected(run: Run, _options: object, [reference = '']: string[]): Promise<void> {
  const omen = await run.omen()
  const { file } = await findFile(omen, reference)
  const { rejected, rejectedRows } = await omen.files.rejected(file.filename)
  run.result(
    { success: true, filename: file.filename, rejected, rejectedRows },
    { csv: () => rejectedCsv(rejected, localeOf(run.io)) },
  )
  const rest = rejectedRows > rejected.length ? `; the first ${count(rejected.length)} of them are kept` : ''
  run.note(`${counted(rejectedRows, 'line')} of ${file.uploadFileName} rejected${rest}.`)
}
