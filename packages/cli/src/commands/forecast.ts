import type { FrameForecast } from '@omen/engine'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { type FailOnCrossing, parseFailOnCrossing } from '../fail-on/fail-on-crossing.ts'
import { checkRules } from '../fail-on/gate.ts'
import { UsageError } from '../failures.ts'
import type { FrameFile } from '../io/read-frame.ts'
import { writeRows } from '../io/write-rows.ts'
import { addOutputOptions, durationMs, failOnOption, repeatedText, seasonZoneOption } from '../options.ts'
import { duration } from '../render/duration.ts'
import { forecastReport } from '../render/gate-reports.ts'
import { junit } from '../render/junit.ts'
import { sarif } from '../render/sarif.ts'

interface ForecastOptions {
  /** How far ahead to forecast, in ms. */
  horizon: number
  level: number
  bounds?: { min?: number; max?: number }
  limit?: number
  timeZone?: string
  /** Names of series or metrics; all if omitted. */
  series?: readonly string[]
  failOn?: FailOnCrossing[]
}

/** `omen forecast` */
export function forecast(cli: Cli): Command {
  const command = describeCommand('forecast', {
    summary: 'forecast each series with a range, without a server',
    description:
      'Forecasts from the last value of a table. Several methods (last value, line, medians, last hour, day and week, ' +
      'Holt-Winters, STL seasons) are back-tested at 20 points in the past, weighted by how well they did, and the ' +
      'range is made from the errors that remain. The output has timestamp (epoch ms), series, low, mid and high; by ' +
      'default the range is meant to hold nine of ten values. It needs 30 values, and at least twice as many as there ' +
      'are steps to forecast, plus 10; two days of data for a daily pattern, one or two weeks for a weekly one. What ' +
      'never happened before cannot be forecast.',
    examples: [
      { run: 'omen forecast cpu.csv --out next-day.csv', does: 'the next 24 hours' },
      {
        run: 'omen forecast disk.csv --horizon 7d --limit 90 --bounds 0:100 --fail-on "crossing<3d" > week.csv',
        does: 'reports when the disk will be full; exits with 3 if within three days',
      },
      { run: 'zcat fleet.csv.gz | omen forecast - --series "cpu[node1]" --level 0.8 --json', does: 'for a program' },
    ],
  })
    .argument('<file>', 'a table of metrics as CSV, or "-" for standard input')
    .addOption(
      new Option('--horizon <duration>', 'how far to forecast: 90m, 24h, 7d')
        .argParser(durationMs)
        .default(durationMs('1d'), '1d'),
    )
    .addOption(seasonZoneOption())
    .option('--level <share>', 'share of the values that the range should hold, 0.5 to 0.99', levelOf, 0.9)
    .option('--limit <n>', 'report when this value will be crossed', numberOf)
    .option('--bounds <low:high>', 'limits that values cannot exceed, such as 0:100 or 0:', boundsOf)
    .option('--series <name>', 'only this series, or metric (may be given several times)', repeatedText)
    .addOption(failOnOption('crossing<24h, crossing<3d, or any (crossing within the horizon)', parseFailOnCrossing))
  return addOutputOptions(command, ['csv', 'json', 'junit', 'sarif']).action(act<ForecastOptions>(cli, runForecast))
}

function numberOf(text: string): number {
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) throw new InvalidArgumentError('It must be a number.')
  return number
}

function levelOf(text: string): number {
  const level = numberOf(text)
  if (!(level >= 0.5 && level <= 0.99)) throw new InvalidArgumentError('It must be from 0.5 to 0.99.')
  return level
}

function boundsOf(text: string): NonNullable<ForecastOptions['bounds']> {
  const [low = '', high = '', ...more] = text.split(':')
  if (more.length > 0 || !text.includes(':') || text.trim() === ':') {
    throw new InvalidArgumentError('Write it like 0:100, 0: or :100.')
  }
  const bounds = { ...(low !== '' && { min: numberOf(low) }), ...(high !== '' && { max: numberOf(high) }) }
  if (bounds.min !== undefined && bounds.max !== undefined && bounds.min > bounds.max) {
    throw new InvalidArgumentError('The lower one comes first.')
  }
  return bounds
}

async function runForecast(run: Run, options: ForecastOptions, [path = '-']: string[]): Promise<void> {
  const { failOn, ...question } = options
  requireLimit(options)
  const { readFrame } = await import('../io/read-frame.ts')
  const { forecastCsv } = await import('../render/forecast-csv.ts')
  const { forecastJson, forecastRemarks } = await import('../render/forecast.ts')
  const { frameRemarks } = await import('../render/frame-remarks.ts')
  const file = await readFrame(path, run.io.stdin)
  const found = await forecastFile(file, question)
  await writeRows(run, forecastCsv(found.forecasts))
  const remarks = [frameRemarks(file.name, file.report), forecastRemarks(found, question)]
  run.note(remarks.filter((text) => text !== '').join('\n'))
  const gate = checkRules(failOn, found.forecasts)
  const report = () => forecastReport(path, found.forecasts, gate)
  const rows = forecastJson(found, run.file?.format !== 'csv')
  run.result(
    { success: true, ...question, ...rows, out: run.file?.path, failOn: gate },
    { junit: () => junit(report()), sarif: () => sarif(report()) },
  )
  run.close(gate)
}

/** A rule needs something to cross, and a horizon that reaches as far as it looks: else it could never be met. */
function requireLimit({ failOn = [], limit, horizon }: ForecastOptions): void {
  if (failOn.length > 0 && limit === undefined)
    throw new UsageError('--fail-on needs a --limit to cross', 'Such as --limit 90.')
  const far = failOn.find(({ limitMs }) => limitMs > horizon)
  if (far === undefined) return
  const hint = `Give --horizon ${duration(far.limitMs).replace(/ .*/, '')}.`
  throw new UsageError(`--fail-on ${far.rule} looks further ahead than the horizon of ${duration(horizon)}`, hint)
}

async function forecastFile({ name, ...file }: FrameFile, options: ForecastOptions): Promise<FrameForecast> {
  const { forecastFrame, presentStep } = await import('@omen/engine/forecast')
  const { requireColumns, requireForecasts, requireSteps } = await import('../refusals/forecast.ts')
  const { level, bounds, limit, timeZone } = options
  const frame = { ...file.frame, stepMs: presentStep(file.frame) }
  const horizon = requireSteps(name, frame, options.horizon)
  const columns = requireColumns(name, frame, options.series)
  const found = forecastFrame(frame, { horizon, level, limit, columns, timeZone, ...(bounds && { bounds }) })
  requireForecasts(name, frame, found)
  return found
}
