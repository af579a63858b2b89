import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { type Findings, parseFailOnPeriods } from '../../fail-on/fail-on-periods.ts'
import type { FailOnRule } from '../../fail-on/gate.ts'
import { findDetection } from '../../io/find-detection.ts'
import {
  addOutputOptions,
  addParameterOptions,
  failOnOption,
  languageOption,
  type Parameters,
  requireParameters,
} from '../../options.ts'
import { showDetection } from '../show-detection.ts'

interface ShowOptions extends Parameters {
  full?: boolean
  failOn?: FailOnRule<Findings>[]
}

/** `omen detections show` */
export function detectionsShow(cli: Cli): Command {
  const command = describeCommand('show', {
    summary: 'show a detection again, or with other parameters',
    description:
      'Shows a detection as "omen detect" does. With --pvalue or --cvalue its periods are extracted anew from the stored ' +
      'scores; nothing is sent and nothing is changed.',
    examples: [
      { run: 'omen detections show d_8fk2', does: 'by its id, or how it begins' },
      { run: 'omen detections show day.csv --pvalue 0.999', does: 'the newest of a file, less sensitive' },
      { run: 'omen detections show day.csv --fail-on "severity>=7"', does: 'a gate on what is there already' },
    ],
  }).argument('<detection>', 'id, the beginning of one, or name of the file')
  addParameterOptions(command)
    .option('--full', 'whole sentences, each under its line, where the table would cut them')
    .addOption(languageOption())
    .addOption(failOnOption('severity>=N (0 to 10), incidents>=N, anomalies>=N, gaps>=N or any', parseFailOnPeriods))
  return addOutputOptions(command, ['text', 'json', 'csv', 'md', 'junit', 'sarif']).action(
    act<ShowOptions>(cli, runShow),
  )
}

async function runShow(run: Run, options: ShowOptions, [reference = '']: string[]): Promise<void> {
  const { pvalue, cvalue, failOn, full } = options
  requireParameters({ pvalue, cvalue })
  const redraw = {
    pvalue: pvalue === undefined ? undefined : Number(pvalue),
    cvalue: cvalue === undefined ? undefined : Number(cvalue),
  }
  const detection = await findDetection(await run.omen(), reference, redraw)
  await showDetection(run, detection, { command: 'omen detections show', failOn, full })
}
