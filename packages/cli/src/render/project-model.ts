import type { ObservedCalibration, ProjectModel, ProjectModelVersion, SameData } from '@omen/sdk'
import { foundPeriods } from '@omen/sdk/rules'
import { type TimeWriter, timeWriter } from './clock-times.ts'
import { duration } from './duration.ts'
import { count, counted, percent } from './figures.ts'
import { renderDisplay } from './model-display.ts'
import { plain } from './plain.ts'
import { severityCell } from './severity.ts'
import { type Column, table } from './table.ts'
import type { View } from './view.ts'

/** As many days as fit on a screen; JSON has all. */
const MAX_DAYS = 14

const VERSION_COLUMNS: Column[] = [
  { title: 'VERSION', align: 'right' },
  { title: 'TYPE' },
  { title: 'SCORED ROWS' },
  { title: 'TRAINED ON', shrink: 1 },
  { title: 'ROWS', align: 'right' },
]

const DAY_COLUMNS: Column[] = [
  { title: 'DAY FROM' },
  { title: 'FLAGGED', align: 'right' },
  { title: 'NOMINAL', align: 'right' },
  { title: 'ROWS', align: 'right' },
]

const PERIOD_COLUMNS: Column[] = [
  { title: 'START' },
  { title: 'LASTED', align: 'right' },
  { title: 'SEVERITY' },
  { title: 'FOUND BY' },
  { title: 'SERIES', shrink: 1 },
]

/** What a project has learned: the versions of its model, how often they flagged rows, and what some of them know. */
export function renderProjectModel(name: string, model: ProjectModel, view: View): string {
  const { paint, width, io } = view
  const { versions, calibration, models, sameData } = model
  const [newest] = versions
  const head = paint.bold(plain(name))
  if (newest === undefined)
    return `${head}\nNo version of its model scored rows in this time. It is trained once there are enough samples.`
  const write = timeWriter(io.timeZone, { from: 0, to: 0 })
  const displays = models.map(({ from, display }) => {
    const window = versions.find((version) => version.from === from)
    return `${window === undefined ? '' : `${describeWindow(window, write)}\n`}${renderDisplay(display, view)}`
  })
  return [
    `${head}, times in ${write.zone}`,
    table(
      VERSION_COLUMNS,
      versions.map((version) => versionRow(version, write)),
      width,
      paint,
    ),
    ...(sameData === undefined ? [] : [renderSame(sameData, versions, write, view)]),
    ...(calibration.length === 0 ? [] : [renderDays(calibration, write, view)]),
    ...displays,
  ].join('\n\n')
}

function describeWindow({ version, from, to }: ProjectModelVersion, write: TimeWriter): string {
  return to === null
    ? `Version ${version} scores since ${write.full(from)}.`
    : `Version ${version} scored ${write.full(from)} – ${write.full(to)}.`
}

function versionRow(version: ProjectModelVersion, write: TimeWriter): string[] {
  const { from, to, trainedFrom, trainedTo, rows } = version
  return [
    `v${version.version}`,
    version.modelType,
    to === null ? `since ${write.full(from)}` : `${write.full(from)} – ${write.full(to)}`,
    trainedFrom === null || trainedTo === null ? '–' : `${write.full(trainedFrom)} – ${write.full(trainedTo)}`,
    rows === null ? '–' : count(rows),
  ]
}

/** Rows flagged day by day, the newest first, beside how often normal ones are to be. */
function renderDays(calibration: readonly ObservedCalibration[], write: TimeWriter, { paint, width }: View): string {
  const days = calibration.toSorted((a, b) => b.day - a.day)
  const rows = days
    .slice(0, MAX_DAYS)
    .map(({ day, observed, nominal, samples }) => [
      write.full(day),
      percent(observed),
      percent(nominal),
      count(samples),
    ])
  const earlier = days.length - rows.length
  return [
    table(DAY_COLUMNS, rows, width, paint),
    ...(earlier > 0 ? [paint.dim(`and ${counted(earlier, 'earlier day')} (--json has all)`)] : []),
  ].join('\n')
}

/** What each version finds in the same rows, and what only one of them does. */
function renderSame(
  { from, to, rows, versions: found }: SameData,
  versions: readonly ProjectModelVersion[],
  write: TimeWriter,
  { paint, width }: View,
): string {
  const nameOf = (window: number) => `v${versions.find((one) => one.from === window)?.version ?? '?'}`
  const periods = foundPeriods(found)
  const lines = periods.map((period) => [
    write.full(period.start),
    duration(Math.max(1000, period.end - period.start)),
    severityCell({ val: period.val, kind: 'anomaly', isMissingValue: false }, paint),
    period.by.map(nameOf).join(', '),
    period.seriesIds.map(plain).join(', '),
  ])
  return [
    `On the same data, ${counted(rows, 'row')} of ${write.full(from)} – ${write.full(to)}:`,
    ...found.map(
      (one) =>
        `${nameOf(one.from)} finds ${counted(one.periods.length, 'period')}, ${percent(one.flaggedShare)} of the time`,
    ),
    ...(lines.length === 0 ? [] : [table(PERIOD_COLUMNS, lines, width, paint)]),
  ].join('\n')
}
