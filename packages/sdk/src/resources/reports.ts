import type { CallOptions } from '../pages.ts'
import { given } from '../pages.ts'
import type { Transport } from '../transport.ts'
import type {
  DailySummary,
  InsightReport,
  ReportKind,
  ReportMail,
  ReportPeriod,
  ReportSchedule,
  RequestOf,
} from '../types.ts'
import { settle, toProblem } from '../unwrap.ts'

/** What a report is about: a project, an uploaded file's detection, or all projects that the account may read if both are omitted. */
export interface ReportSubject {
  /** A name, or `name@owner`. */
  projectName?: string | undefined
  detectionId?: string | undefined
  /** An IANA name, whose days are meant; UTC if omitted. */
  timeZone?: string | undefined
}

export interface DailyQuery extends ReportSubject {
  /** `2026-10-25`; the last 24 hours if omitted. */
  day?: string | undefined
}

export interface InsightQuery extends ReportSubject {
  /** A week if omitted. */
  period?: ReportPeriod | undefined
  /** Any moment of the period, in epoch milliseconds; now if omitted. */
  at?: number | undefined
}

/** A report as a document: Markdown, CSV of its statistics, or one HTML file that needs nothing else. */
export type ReportFormat = 'md' | 'csv' | 'html'

/** Times and subjects of both reports; those that a report does not have are left out. */
export type ReportQuery = DailyQuery & InsightQuery

/** To whom a report is mailed now; to the address of the account if nobody is named. */
export type NewReportMail = RequestOf<'sendReport'>
export type NewReportSchedule = RequestOf<'addReportSchedule'>
/** What is omitted stays. */
export type ReportScheduleChanges = RequestOf<'changeReportSchedule'>

/** How a day, a week or a month was. */
export interface Reports {
  /** The last day, and the last thirty. */
  daily(query?: DailyQuery, options?: CallOptions): Promise<DailySummary>
  /** A period of the calendar against the one before. */
  insight(query?: InsightQuery, options?: CallOptions): Promise<InsightReport>
  /** The text of the document. */
  export(report: ReportKind, format: ReportFormat, query?: ReportQuery, options?: CallOptions): Promise<string>
  /** What came of each mail. */
  send(mail: NewReportMail, options?: CallOptions): Promise<ReportMail[]>
  /** The schedules of the account. */
  schedules(options?: CallOptions): Promise<ReportSchedule[]>
  addSchedule(schedule: NewReportSchedule, options?: CallOptions): Promise<ReportSchedule>
  changeSchedule(id: string, changes: ReportScheduleChanges, options?: CallOptions): Promise<ReportSchedule>
  deleteSchedule(id: string, options?: CallOptions): Promise<void>
}

/** The report operations of a client. */
export function reports({ client, unwrap }: Transport): Reports {
  return {
    daily: (query = {}, options) =>
      unwrap(client.GET('/dashboard-dailysummaryreport', { params: { query: given(query) }, ...options })),
    insight: (query = {}, options) =>
      unwrap(client.GET('/insightReport', { params: { query: given(query) }, ...options })),
    export: async (report, format, query = {}, options) => {
      const asked = { params: { query: { ...given(query), report, format } }, parseAs: 'text' as const, ...options }
      const { data, error, response } = await settle(client.GET('/reports/export', asked))
      if (!response.ok) throw toProblem(response, error)
      return data as string
    },
    send: async (mail, options) => (await unwrap(client.POST('/reports/send', { body: mail, ...options }))).mails,
    schedules: async (options) => (await unwrap(client.GET('/reports/schedules', { ...options }))).schedules,
    addSchedule: async (schedule, options) =>
      (await unwrap(client.POST('/reports/schedules', { body: schedule, ...options }))).schedule,
    changeSchedule: async (id, body, options) => {
      const init = { params: { path: { id } }, body, ...options }
      return (await unwrap(client.PATCH('/reports/schedules/{id}', init))).schedule
    },
    deleteSchedule: async (id, options) => {
      await unwrap(client.DELETE('/reports/schedules/{id}', { params: { path: { id } }, ...options }))
    },
  }
}
