import { type Command, Option } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { InterruptedError } from '../../failures.ts'
import { guarded } from '../../io/interrupt.ts'
import { keepTrying } from '../../io/keep-trying.ts'
import { durationMs } from '../../options.ts'
import { counted } from '../../render/figures.ts'
import { renderLogLine } from '../../render/log-lines.ts'
import { escapeControls } from '../../render/plain.ts'
import { addFilterOptions, type FilterOptions, filtersOf } from './log-target.ts'

interface TailOptions extends FilterOptions {
  project: string
  for?: number
}

/** `omen logs tail` */
export function logsTail(cli: Cli): Command {
  const command = describeCommand('tail', {
    summary: 'print the lines of a project as they arrive',
    description:
      'Until Ctrl-C, or for the time of --for; across lost connections. With --json each line is a JSON object. A query is as ' +
      'of "omen logs search".',
    examples: [
      { run: 'omen logs tail --project shop', does: 'all lines from now on' },
      { run: `omen logs tail 'level>=error' --project shop --for 10m`, does: 'errors of the next ten minutes' },
      { run: `omen logs tail --project shop --json | jq -r .line`, does: 'for a script' },
    ],
  })
    .argument('[query]', 'all lines if omitted')
    .requiredOption('--project <name>', 'name, or name@owner')
    .addOption(new Option('--for <duration>', 'how long (default: until Ctrl-C)').argParser(durationMs))
  return addFilterOptions(command).action(act<TailOptions>(cli, runTail))
}

async function runTail(run: Run, options: TailOptions, [q]: string[]): Promise<void> {
  const omen = await run.omen()
  await guarded(run, omen, {}, async ({ signal }) => {
    const end = new AbortController()
    const until = AbortSignal.any([signal, end.signal])
    if (options.for !== undefined)
      run.io.clock.sleep(options.for, signal).then(
        () => end.abort(),
        () => undefined,
      )
    const attempt = keepTrying({
      clock: run.io.clock,
      signal: until,
      onContact: (lost) => run.note(lost ? `${lost.message}; trying again.` : 'The server is reached again.'),
    })
    const query = { projectName: options.project, ...filtersOf(options), q }
    for await (const { lines, leftOut } of omen.logs.tail(query, { signal: until, attempt })) {
      for (const line of lines)
        run.io.stdout.write(`${run.json ? escapeControls(JSON.stringify(line)) : renderLogLine(line, run)}\n`)
      if (leftOut > 0) run.note(`${counted(leftOut, 'line')} more than can be shown.`)
    }
    if (until.reason instanceof InterruptedError) throw until.reason
  })
}
