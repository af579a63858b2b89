import type { ProjectData } from '@omen/sdk'
import { csvField } from '@omen/sdk/rules'
import { type Command, Option } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import { parseTime } from '../io/parse-time.ts'
import { addOutputOptions, durationMs, positive } from '../options.ts'
import { count } from '../render/figures.ts'

interface DataOptions {
  from?: string
  to?: string
  last?: number
  metric?: string[]
  instance?: string[]
  buckets: number
}

/** `omen data` */
export function data(cli: Cli): Command {
  const command = describeCommand('data', {
    summary: 'write the values of a project, reduced to buckets',
    description:
      'Writes a row for each series and bucket: its start (the time of the sample where it holds one), the smallest and the largest value in it, and how many there ' +
      'were. The first 200 of the series that are meant are written.',
    examples: [
      { run: 'omen data shop --last 24h --out day.csv', does: 'the last day before the latest sample' },
      { run: 'omen data shop --from 2026-11-20 --to 2026-11-21 --metric cpu', does: 'one metric of a day' },
    ],
  })
    .argument('<project>', 'name, or name@owner')
    .option('--from <time>', 'first moment (default: a day before the last one)')
    .option('--to <time>', 'last moment (default: that of the latest sample)')
    .addOption(
      new Option('--last <duration>', 'how much before the last moment').argParser(durationMs).conflicts('from'),
    )
    .option('--metric <name...>', 'only these metrics')
    .option('--instance <name...>', 'only these instances')
    .option('--buckets <n>', 'buckets of the whole time, 2,000 at most', positive, 600)
  return addOutputOptions(command, ['csv', 'json']).action(act<DataOptions>(cli, runData))
}

async function runData(run: Run, options: DataOptions, [name = '']: string[]): Promise<void> {
  const { projects } = await run.omen()
  const { timeZone } = run.io
  const to = options.to === undefined ? undefined : parseTime('--to', options.to, timeZone)
  const from = options.from === undefined ? undefined : parseTime('--from', options.from, timeZone)
  const end = options.last === undefined ? to : (to ?? (await projects.get(name)).to ?? run.io.clock.now())
  const start = options.last === undefined || end === undefined ? from : end - options.last
  const { metric, instance, buckets } = options
  const answer = await projects.data(name, {
    buckets,
    ...(start !== undefined && { from: start }),
    ...(end !== undefined && { to: end }),
    ...(metric && { metric }),
    ...(instance && { instance }),
  })
  if (answer.series.length === 0 && (metric ?? instance) !== undefined) throw noSuchSeries(name, options)
  run.result(answer, { csv: () => [...csvRows(answer)].join('') })
  if (answer.seriesTotal > answer.series.length)
    run.note(`${count(answer.series.length)} of ${count(answer.seriesTotal)} series; --metric and --instance choose.`)
  if (answer.series.length === 0) run.note('The project has no series yet.')
}

function noSuchSeries(project: string, { metric, instance }: DataOptions): CliError {
  const of = [
    ...(metric ? [`of the metric ${metric.join(' or ')}`] : []),
    ...(instance ? [`on the instance ${instance.join(' or ')}`] : []),
  ]
  return new CliError(`${project} has no series ${of.join(' ')}`, { code: 'NOT_FOUND', exit: EXIT_CODE.failed })
}

function* csvRows({ times, series }: ProjectData): Generator<string> {
  yield 'timestamp,series,min,max,count\n'
  for (const { seriesId, min, max, count: counts } of series)
    for (const [bucket, values] of counts.entries())
      if (values > 0) yield `${times[bucket]},${csvField(seriesId)},${min[bucket]},${max[bucket]},${values}\n`
}
