import type { DailySummary, InsightReport, Omen, ReportKind, ReportQuery, ReportSubject } from '@omen/sdk'
import { type Command, InvalidArgumentError } from 'commander'
import type { Run } from '../../cli.ts'
import { UsageError } from '../../failures.ts'
import { printPdf, requireBrowser } from '../../io/print-pdf.ts'
import { replaceFile } from '../../io/replace-file.ts'
import { addOutputOptions, languageOption } from '../../options.ts'
import type { Format } from '../../render/format.ts'
import { renderReport } from '../../render/report-text.ts'

export interface SubjectOptions {
  detection?: string
  timeZone?: string
}

/** The arguments and options of both reports. */
export function addReportOptions(command: Command): Command {
  command
    .argument('[project]', 'a project, or name@owner (default: all that you may read)')
    .option('--detection <id>', "an uploaded file's detection, instead of projects")
    .option('--time-zone <zone>', 'whose days are meant (default: that of this computer)')
    .addOption(languageOption())
  return addOutputOptions(command, ['text', 'json', 'md', 'csv', 'html', 'pdf'])
}

/** A day of the calendar. */
export function calendarDay(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new InvalidArgumentError('Write it like 2026-11-20.')
  return text
}

export function subjectOf(
  run: Run,
  { detection, timeZone }: SubjectOptions,
  project: string | undefined,
): ReportSubject & { timeZone: string } {
  if (detection !== undefined && project !== undefined)
    throw new UsageError('A report is about projects or about a detection', 'Leave out the project, or --detection.')
  return {
    timeZone: timeZone ?? run.io.timeZone,
    ...(detection !== undefined && { detectionId: detection }),
    ...(project !== undefined && { projectName: project }),
  }
}

/** Writes a report in the formats that are asked for; each is made by the server but text, and a PDF by an installed browser. */
export async function writeReport(
  run: Run,
  kind: ReportKind,
  query: ReportQuery,
  load: (omen: Omen) => Promise<DailySummary | InsightReport>,
): Promise<void> {
  const wanted = [run.format, run.file?.format]
  const isWanted = (format: Format): boolean => wanted.includes(format)
  if (run.format === 'pdf') throw new UsageError('A PDF needs a file', 'Give --out FILE.pdf.')
  const browser = run.file?.format === 'pdf' ? requireBrowser(run.io) : undefined
  const omen = await run.omen()
  const exported = async (format: 'md' | 'csv' | 'html', isNeeded: boolean): Promise<string> =>
    isNeeded ? omen.reports.export(kind, format, query) : ''
  const [report, md, csv, html] = await Promise.all([
    isWanted('text') || isWanted('json') ? load(omen) : undefined,
    exported('md', isWanted('md')),
    exported('csv', isWanted('csv')),
    exported('html', isWanted('html') || isWanted('pdf')),
  ])
  if (run.file && browser !== undefined) replaceFile(run.file.path, await printPdf(browser, html))
  run.result(report ?? { success: true }, {
    text: () => (report === undefined ? '' : renderReport(report, run)),
    md: () => md,
    csv: () => csv,
    html: () => html,
  })
  if (run.file) run.note(`The report is in ${run.file.path}.`)
}
