import { stat } from 'node:fs/promises'
import type { Command } from 'commander'
import { failAlone } from '../bulk/fail-alone.ts'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { UsageError } from '../failures.ts'
import { loadDetections } from '../io/load-detections.ts'
import { addOutputOptions, durationMs } from '../options.ts'
import { showDetection } from './show-detection.ts'
import { sendFiles } from './upload/bulk-options.ts'
import { addDetectionOptions, type DetectionOptions, detectionPlan } from './upload/detection.ts'

interface DetectOptions
  extends Pick<DetectionOptions, 'model' | 'modelType' | 'modelUser' | 'pvalue' | 'cvalue' | 'failOn'> {
  timeout?: number
  name?: string
  full?: boolean
  cancelOnInterrupt?: boolean
}

/** `omen detect` */
export function detect(cli: Cli): Command {
  const command = describeCommand('detect', {
    summary: 'run a model on a file and say what went wrong, since when and how badly',
    description:
      'Runs a model on a file and lists what is abnormal, the worst first. With --fail-on it exits with 3 when the rule ' +
      'is met. Severity ranges from 0 to 10, in either direction; an instance that went down counts as 10. "any" counts anomalies and gaps.',
    examples: [
      { run: 'omen detect day.csv --model checkout', does: 'a table of anomalies' },
      {
        run: 'omen detect run.csv --model checkout --fail-on "severity>=7" --fail-on "gaps>=1"',
        does: 'fails a build on either; 3 means anomalies, 1 a failure',
      },
      {
        run: 'omen detect day.csv --model checkout --pvalue 0.999 --cvalue 3 --out report.md',
        does: 'a table for a comment; .csv, .json, .xml (JUnit) and .sarif work too',
      },
      {
        run: 'curl -s metrics.example.org/day.csv | omen detect - --model checkout --json',
        does: 'from a pipe, for a program',
      },
    ],
  }).argument('<file>', 'a file, or "-" for standard input')
  return addOutputOptions(addDetectionOptions(command), ['text', 'json', 'csv', 'md', 'junit', 'sarif'])
    .option('--full', 'whole sentences, each under its line, where the table would cut them')
    .option('--timeout <duration>', 'give up waiting after 90s, 30m, 2h; the job continues', durationMs)
    .option('--name <name>', 'what to call standard input ("-")')
    .option('--cancel-on-interrupt', 'Ctrl-C cancels the job at once, instead of asking for a second one')
    .action(act<DetectOptions>(cli, runDetect))
}

async function runDetect(run: Run, options: DetectOptions, [path = '-']: string[]): Promise<void> {
  const settings = { ...options, wait: true, journal: true, parallel: 1 }
  if (path !== '-' && (await stat(path)).isDirectory()) {
    throw new UsageError('detect takes one file', 'For a folder there is "omen upload detection".')
  }
  const outcomes = await sendFiles(run, [path], detectionPlan(settings), settings)
  failAlone(outcomes)
  const detections = await loadDetections(await run.omen(), outcomes)
  const { failOn, full } = options
  await showDetection(run, detections.get(path)!, { command: 'omen detect', path, failOn, full })
}
