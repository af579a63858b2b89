import type { ReportKind } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { contentOf, type Made } from './content.ts'
import { getDailySummary } from './daily.ts'
import { getInsightReport, type InsightRequest } from './insight.ts'
import { toCsv } from './to-csv.ts'
import { toDocument } from './to-document.ts'
import { toMarkdown } from './to-markdown.ts'
import { reportWords } from './words.ts'

export type ReportFormat = 'md' | 'csv' | 'html'

export interface ExportRequest extends InsightRequest {
  readonly report: ReportKind
  readonly day?: string | undefined
}

/** A report as a document. */
export async function exportReport(
  ctx: Context,
  caller: Caller,
  { format, ...request }: ExportRequest & { readonly format: ReportFormat },
): Promise<string> {
  return writeReport(ctx, await makeReport(ctx, caller, request), format, request.locale)
}

export async function makeReport(ctx: Context, caller: Caller, request: ExportRequest): Promise<Made> {
  return request.report === 'daily'
    ? { kind: 'daily', report: await getDailySummary(ctx, caller, request) }
    : { kind: 'insight', report: await getInsightReport(ctx, caller, request) }
}

async function writeReport(ctx: Context, made: Made, format: ReportFormat, locale: Locale): Promise<string> {
  switch (format) {
    case 'csv':
      return toCsv(made)
    case 'md':
      return toMarkdown(contentOf(made, locale))
    case 'html': {
      const content = contentOf(made, locale)
      const { bars, ticks, flags, title, spoken } = content.bars
      const props = { bars, ticks, flags, width: 1000, height: 260, label: [title, ...spoken].join('; ') }
      const chart = await ctx.compute.draw({ locale, theme: 'neutral', picture: { kind: 'bars', props } })
      return toDocument(content, chart, reportWords[locale].legend)
    }
  }
}
