import type { Table } from './read-table.ts'

/** A period as the API answers it, with its sentence in English, and the band of its lead series at the peak. */
export interface ToldPeriod {
  start: number
  end: number
  val: number
  kind: string
  sentence: string
  series: readonly { seriesId: string; peakAt?: number; firstAt?: number | null }[]
  /** Between these 99 of 100 normal values of the lead series lie at the time of its peak. */
  band: { low: number; high: number }
}

const NUMBER = String.raw`-?[\d,.]+(?:e[-+]\d+)?`
const ANOMALY = new RegExp(
  `^(.+?)(?: on (.+?))? (reached|fell to|was at) (${NUMBER})(?: (%|ms|s|B|KB|MB|GB))?(?:, usually (${NUMBER}))?, for ([^,]+)(.*)$`,
)
const DOWN = /^(.+) went down: (?:all (\d+) series|its only series) ((?:silent or )?near zero|silent), for ([^,]+)$/
const MOVED = /, (first|one) of (?:(\d+) metrics)?(?: on )?(?:(\d+) instances)? (?:to move|that moved)$/

/** A file, the one that its model was trained on, the sampling interval, and the samples in a row that make an interval. */
export interface ToldFile {
  table: Table
  training: Table
  stepMs: number
  cvalue: number
}

/** What is wrong with the numbers of a sentence, by the rows of its file and of the training; empty where all are right. */
export function checkSentence(period: ToldPeriod, file: ToldFile): string[] {
  const { sentence } = period
  const wrong: string[] = []
  const expect = (isRight: boolean, what: string): void => {
    if (!isRight) wrong.push(`${what}: ${sentence}`)
  }
  expect(!/NaN|undefined|null|Infinity|times|1,000\+/.test(sentence), 'a word that says nothing')
  expect(!/\b1 (?:metrics|instances|series|days)\b/.test(sentence), 'a plural of one')
  expect(period.kind === 'down' || (Math.abs(period.val) >= 1 && Math.abs(period.val) <= 10), 'severity out of range')
  const down = DOWN.exec(sentence)
  if (down) checkDown(period, down, file, expect)
  else checkAnomaly(period, ANOMALY.exec(sentence), file, expect)
  return wrong
}

type Expect = (isRight: boolean, what: string) => void

function checkAnomaly(
  { start, end, series, band, sentence }: ToldPeriod,
  match: RegExpExecArray | null,
  file: ToldFile,
  expect: Expect,
): void {
  if (!match) {
    expect(false, 'not a sentence of an anomaly')
    return
  }
  const [, , , verb, said = '', , usualSaid, duration = '', rest = ''] = match
  const { table, stepMs } = file
  const lead = series[0]!
  const column = table.columns.get(lead.seriesId)
  if (!column) {
    expect(false, `no column ${lead.seriesId}`)
    return
  }
  expect(subjectOf(lead.seriesId) === sentence.slice(0, sentence.indexOf(` ${verb} `)), 'another subject')
  const values = valuesIn(column, table.times, start, end)
  const at = column[table.times.indexOf(lead.peakAt ?? Number.NaN)] ?? Number.NaN
  expect(isRounded(said, at), 'not the value at the time of the peak')
  expect(lead.peakAt! >= start && lead.peakAt! <= end, 'a peak outside of the period')
  if (verb === 'reached') expect(isRounded(said, Math.max(...values)), 'not the largest value')
  if (verb === 'fell to') expect(isRounded(said, Math.min(...values)), 'not the smallest value')
  if (usualSaid !== undefined) {
    const usual = numberOf(usualSaid)
    const slack = halfDigit(usualSaid) + 1e-5 * Math.abs(usual)
    expect(usual >= band.low - slack && usual <= band.high + slack, `usual outside of ${band.low} to ${band.high}`)
    if (verb === 'reached') expect(usual - slack <= at, 'reached less than usual')
    if (verb === 'fell to') expect(usual + slack >= at, 'fell to more than usual')
  }
  expect(isDuration(duration, end - start + stepMs), 'not the duration')
  const floor = /, near zero for ([^,]+)/.exec(rest)
  if (floor) expect(isDuration(floor[1]!, timeAtFloor(lead.seriesId, { start, end }, file)), 'not so long near zero')
  checkMoved(series, rest, table, expect)
}

function checkMoved(series: ToldPeriod['series'], rest: string, table: Table, expect: Expect): void {
  const moved = series.filter(({ firstAt }) => firstAt != null)
  const metrics = new Set(moved.map(({ seriesId }) => placeOf(seriesId).metric)).size
  const instances = new Set(moved.map(({ seriesId }) => placeOf(seriesId).instance)).size
  if (table.columns.size === 1) {
    expect(!/move/.test(rest), 'counts one series')
    return
  }
  if (metrics === 1 && instances === 1) {
    const there = moved.every(({ seriesId }) => placeOf(seriesId).instance === '') ? '' : ' there'
    expect(rest.endsWith(`, the only metric that moved${there}`), 'not the only metric')
    return
  }
  const [, place, metricsSaid = '1', instancesSaid = '1'] = MOVED.exec(rest) ?? []
  expect(Number(metricsSaid) === metrics && Number(instancesSaid) === instances, `not ${metrics} on ${instances}`)
  const isFirst = moved.slice(1).every(({ firstAt }) => firstAt! > moved[0]!.firstAt!)
  expect((place === 'first') === isFirst, 'not the first')
}

function checkDown(
  { start, end, series, val }: ToldPeriod,
  [, name, count = '1', how, duration = '']: RegExpExecArray,
  file: ToldFile,
  expect: Expect,
): void {
  const { table, stepMs } = file
  expect(val === -Math.PI, 'down without its mark')
  const own = [...table.columns].filter(([id]) => placeOf(id).instance === name || table.columns.size === 1)
  expect(own.length === Number(count) && series.length === own.length, `not ${own.length} series`)
  expect(isDuration(duration, end - start + stepMs), 'not the duration')
  const counts: number[] = []
  for (const [id, column] of own) {
    const values = valuesIn(column, table.times, start, end)
    const floor = floorOf(file.training.columns.get(id)!)
    if (how === 'silent') expect(values.length === 0, `${id} is not silent`)
    else
      expect(
        values.every((value) => Math.abs(value) <= floor),
        `${id} is not near zero`,
      )
    counts.push(values.length)
  }
  const observed = table.times.filter((time, row) => time >= start && time <= end && isObserved(table, row)).length
  const isWhole = counts.every((count) => count === observed)
  expect(how === 'silent' || /^silent or/.test(how!) === !isWhole, 'silent or not')
}

/** No further from zero is near it: 2 % of the median in training, or the smallest value there if that is lower. Nothing is where training had values below 0. */
function floorOf(column: readonly number[]): number {
  const sorted = column.filter((one) => !Number.isNaN(one)).sort((a, b) => a - b)
  const median = (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
  return sorted[0]! < 0 ? -1 : Math.min(sorted[0]!, 0.02 * median)
}

/** Milliseconds that a series was near zero within an interval, for `cvalue` samples in a row or more. */
function timeAtFloor(seriesId: string, { start, end }: { start: number; end: number }, file: ToldFile): number {
  const { table, training, stepMs, cvalue } = file
  const column = table.columns.get(seriesId)!
  const floor = floorOf(training.columns.get(seriesId)!)
  let [total, run] = [0, 0]
  const close = (): void => {
    if (run >= cvalue) total += run * stepMs
    run = 0
  }
  for (const [row, time] of table.times.entries()) {
    if (time < start || time > end || !isObserved(table, row)) continue
    if (Math.abs(column[row]!) <= floor) run++
    else close()
  }
  close()
  return total
}

/** Whether any series has a value in a row. */
function isObserved({ columns }: Table, row: number): boolean {
  return [...columns.values()].some((column) => !Number.isNaN(column[row]))
}

function valuesIn(column: readonly number[], times: readonly number[], start: number, end: number): number[] {
  return column.filter((value, row) => times[row]! >= start && times[row]! <= end && !Number.isNaN(value))
}

function placeOf(seriesId: string): { metric: string; instance: string } {
  const [, metric = seriesId, instance = ''] = /^([^[\]:]+)(?:\[([^\]]*)\])?/.exec(seriesId) ?? []
  return { metric, instance }
}

function subjectOf(seriesId: string): string {
  const { metric, instance } = placeOf(seriesId)
  return instance === '' ? metric : `${metric} on ${instance}`
}

function numberOf(said: string): number {
  return Number(said.replaceAll(',', ''))
}

/** Half a unit of the last digit that is said. */
function halfDigit(said: string): number {
  const [mantissa = '', exponent = '0'] = said.replaceAll(',', '').split('e')
  const decimals = mantissa.split('.')[1]?.length ?? 0
  return 0.5 * 10 ** (Number(exponent) - decimals)
}

/** Three digits that matter: what is dropped at the end of "6.10" is 0. */
function isRounded(said: string, value: number): boolean {
  const digits = 0.5 * 10 ** (Math.floor(Math.log10(Math.abs(value) || 1)) - 2)
  const slack = Math.max(halfDigit(said), Math.abs(value) < 100 ? digits : 0.5)
  return Math.abs(numberOf(said) - value) <= slack * (1 + 1e-9)
}

const UNITS: Record<string, number> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000, day: 86_400_000, days: 86_400_000 }

function millisecondsOf(said: string): number {
  const parts = [...said.matchAll(/(\d+) (ms|s|min|h|days?)\b/g)]
  return parts.reduce((total, [, count, unit]) => total + Number(count) * UNITS[unit!]!, 0)
}

function isDuration(said: string, ms: number): boolean {
  const sum = millisecondsOf(said)
  const slack =
    ms < 300_000
      ? 500
      : ms < 36_000_000
        ? 30_000
        : ms < 86_400_000
          ? 300_000
          : ms < 14 * 86_400_000
            ? 1_800_000
            : 43_200_000
  return sum > 0 && Math.abs(sum - ms) <= slack
}
