import type { LiveAnalysis, Verdict } from '@omen/sdk'
import { type Command, Option } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { UsageError } from '../failures.ts'
import { findDetection } from '../io/find-detection.ts'
import { languageOption } from '../options.ts'
import { counted } from '../render/figures.ts'
import { renderPeriodsChange, renderReviewable, renderTrainingChange, VERDICT_WORDS } from '../render/verdict.ts'
import { mayBeEmpty } from '../require-given.ts'

const VERDICT_VALUES = ['true', 'false', 'unsure'] as const satisfies readonly Verdict[]
const DAY_MS = 86_400_000

interface VerdictOptions {
  is?: Verdict
  detection?: boolean
  note?: string
  replaces?: Verdict | 'none'
  dryRun?: boolean
}

/** `omen verdict` */
export function verdict(cli: Cli): Command {
  return describeCommand('verdict', {
    summary: 'say whether a finding was right, and what that changes',
    description:
      'Marks a period of a project, or of a detection with --detection, as real (true), as a false alarm (false) or as ' +
      'unsure. The next model of a project leaves out what is real and learns a false alarm as normal; a false alarm of a ' +
      'detection hides similar periods of its model. Without an id it lists the findings of the last 24 hours, or of ' +
      'the detection, with their ids.',
    examples: [
      { run: 'omen verdict shop', does: 'lists the findings of the last 24 hours' },
      {
        run: 'omen verdict shop f1042 --is false --note "load test"',
        does: 'the next model learns its time as normal',
      },
      { run: 'omen verdict shop f1042 --is true --dry-run', does: 'only says what would change' },
      {
        run: 'omen verdict --detection day.csv anomaly-m8k2-m8p1 --is true --replaces none',
        does: 'unless somebody has marked it',
      },
    ],
  })
    .argument('<project>', 'name, or name@owner; with --detection its id, the beginning of one, or name of the file')
    .argument('[id]', 'the finding')
    .addOption(new Option('--is <verdict>', 'what it is').choices([...VERDICT_VALUES]))
    .option('--detection', 'on a detection')
    .addOption(mayBeEmpty(new Option('--note <text>', 'why; an empty one removes the note given before')))
    .addOption(
      new Option('--replaces <verdict>', 'fail if it was marked otherwise meanwhile').choices([
        ...VERDICT_VALUES,
        'none',
      ]),
    )
    .option('-n, --dry-run', 'change nothing')
    .addOption(languageOption())
    .action(act<VerdictOptions>(cli, runVerdict))
}

async function runVerdict(run: Run, options: VerdictOptions, args: string[]): Promise<void> {
  const { is: verdict, note, replaces, dryRun = false } = options
  const [reference = '', finding] = args
  if (finding === undefined && verdict === undefined) return list(run, reference, options)
  if (finding === undefined || verdict === undefined) throw new UsageError('Give the id of a finding and --is VERDICT')
  const said = { verdict, dryRun, ...(note !== undefined && { note }), ...(replaces && { replaces }) }
  const change = await (options.detection ? onDetection : onProject)(run, reference, { ...said, finding })
  const text = dryRun ? [] : [`${finding} is marked ${VERDICT_WORDS[verdict]}.`]
  run.result({ success: true, ...change.answer }, () => [...text, change.text].join(' '))
}

interface Given {
  finding: string
  verdict: Verdict
  dryRun: boolean
}

/** The answer, and what it says the verdict changes. */
interface Change {
  answer: object
  text: string
}

async function onProject(run: Run, project: string, { finding: findingId, ...given }: Given): Promise<Change> {
  if (!/^f\d{1,15}$/.test(findingId)) throw new UsageError(`"${findingId}" is not the id of a finding of a project`)
  const omen = await run.omen()
  const answer = await omen.live.giveVerdict(project, { findingId, ...given })
  return { answer, text: renderTrainingChange(answer.preview, given.verdict, run) }
}

async function onDetection(run: Run, reference: string, { finding: periodId, ...given }: Given): Promise<Change> {
  const omen = await run.omen()
  const { id } = await findDetection(omen, reference)
  const answer = await omen.detections.giveVerdict(id, { periodId, ...given })
  return { answer, text: renderPeriodsChange(answer.preview) }
}

async function list(run: Run, reference: string, { detection }: VerdictOptions): Promise<void> {
  const omen = await run.omen()
  const read = async (): Promise<Pick<LiveAnalysis, 'periods' | 'logs'>> =>
    detection ? findDetection(omen, reference) : omen.live.analysis(reference, { span: DAY_MS, buckets: 1 })
  const { periods, logs = [] } = await read()
  run.result({ success: true, periods }, () => renderReviewable(periods, run))
  if (logs.length > 0)
    run.note(`${counted(logs.length, 'finding')} in log lines of the last 24 hours: those take no verdict.`)
  else if (periods.length === 0) run.note(detection ? 'It has no periods.' : 'Nothing was found in the last 24 hours.')
}
