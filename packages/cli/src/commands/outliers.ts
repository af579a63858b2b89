import type { OutlierComparison, PeerMember } from '@omen/sdk'
import { type Command, InvalidArgumentError } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { parseFailOnOutliers } from '../fail-on/fail-on-outliers.ts'
import { checkRules, type FailOnRule } from '../fail-on/gate.ts'
import { parseTime } from '../io/parse-time.ts'
import { addOutputOptions, durationMs, failOnOption, positive } from '../options.ts'
import { counted } from '../render/figures.ts'
import { peersReport } from '../render/gate-reports.ts'
import { junit } from '../render/junit.ts'
import { addSourceOptions, findSource, type SourceOptions, sourceOf } from './compared-source.ts'

/** Durations are milliseconds. */
interface OutliersOptions extends SourceOptions {
  from?: string
  to?: string
  last?: number
  past?: number
  tolerance: number
  minMembers: number
  minSpan: number
  failOn?: FailOnRule<readonly Pick<PeerMember, 'share' | 'instance'>[]>[]
}

/** `omen outliers` */
export function outliers(cli: Cli): Command {
  const command = describeCommand('outliers', {
    summary: 'find instances of a project that stand off from their peers',
    description:
      'Compares the instances that report the same metric, each as it ran beside its group before: one that is always ' +
      'larger is no outlier. Reports which of them stood off, when, how far (in robust deviations) and for what share ' +
      'of the time. Also for an uploaded file and for a detection. Without a server: omen peers.',
    examples: [
      { run: 'omen outliers shop', does: 'the last day, every metric with three instances or more' },
      {
        run: 'omen outliers shop --metric cpu --last 6h --fail-on "outliers>0"',
        does: 'exits with 3 if one stands off',
      },
      { run: 'omen outliers shop --tolerance 5 --out outliers.csv', does: 'larger distances only, the spans as CSV' },
      { run: 'omen outliers --file f_2c9a81d07b3e --json', does: 'an uploaded file, by its handle' },
    ],
  })
  addSourceOptions(command)
    .option('--from <time>', 'first time compared: epoch ms or ISO 8601; without a zone, local time')
    .option('--to <time>', 'last time compared (default: the latest sample)')
    .option('--last <duration>', 'in place of --from: so long before the end, such as 6h (default: 24h)', durationMs)
    .option(
      '--past <duration>',
      'how long before instances are compared with themselves; 0s for no past (default: as long, at least a day)',
      durationMs,
    )
    .option('--tolerance <n>', 'distance to find, in robust deviations', fromHalf, 3)
    .option('--min-members <n>', 'instances that make a group', fromThree, 3)
    .option('--min-span <n>', 'steps for which an instance must stand off', positive, 5)
    .addOption(failOnOption('outliers>N, share>=N (of the time) or any', parseFailOnOutliers))
  return addOutputOptions(command, ['text', 'json', 'csv', 'junit']).action(act<OutliersOptions>(cli, runOutliers))
}

function fromHalf(text: string): number {
  const number = Number(text)
  if (text.trim() === '' || !(number >= 0.5 && number <= 50))
    throw new InvalidArgumentError('It must be from 0.5 to 50.')
  return number
}

function fromThree(text: string): number {
  const number = positive(text)
  if (number < 3) throw new InvalidArgumentError('With two instances it is unknown which one deviates: at least 3.')
  return number
}

async function runOutliers(run: Run, options: OutliersOptions, [project]: string[]): Promise<void> {
  const { from, to, last, past, tolerance, minMembers, minSpan, failOn } = options
  const end = to === undefined ? undefined : parseTime('--to', to, run.io.timeZone)
  const begin = from === undefined ? undefined : parseTime('--from', from, run.io.timeZone)
  const named = sourceOf(project, options)
  const omen = await run.omen()
  const source = await findSource(omen, named)
  const ask = (since: number | undefined, until: number | undefined): Promise<OutlierComparison> =>
    omen.comparisons.outliers({
      ...source,
      from: since,
      to: until,
      past,
      tolerance,
      minMembers,
      minSpan,
      buckets: 1,
    })
  let found = await ask(begin ?? (last !== undefined && end !== undefined ? end - last : undefined), end)
  // The latest sample is known with the first answer only
  if (begin === undefined && last !== undefined && end === undefined) found = await ask(found.to - last, found.to)
  const { outliersCsv, outliersJson, outlierRemarks, renderOutliers } = await import('../render/outliers.ts')
  run.note(outlierRemarks(found))
  const members = found.groups.flatMap((group) => group.members)
  const gate = checkRules(failOn, members)
  const name = Object.values(source).find((one) => typeof one === 'string') ?? ''
  run.result(
    {
      success: true,
      ...source,
      tolerance,
      minMembers,
      minSpan,
      ...outliersJson(found),
      out: run.file?.path,
      failOn: gate,
    },
    {
      text: () => renderOutliers(name, found, run),
      csv: () => outliersCsv(found),
      junit: () => junit(peersReport(name, members, gate, 'omen outliers')),
    },
  )
  const spans = members.reduce((sum, member) => sum + member.spans.length, 0)
  if (run.file) run.note(`${counted(spans, 'span')} in ${run.file.path}.`)
  run.close(gate)
}
