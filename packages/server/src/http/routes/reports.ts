import {
  addReportSchedule,
  changeReportSchedule,
  deleteReportSchedule,
  listReportSchedules,
} from '../../domain/report-schedules/index.ts'
import { exportReport, getDailySummary, getInsightReport, sendReport } from '../../domain/reports/index.ts'
import type { OperationHandlers } from '../operation.ts'

type ReportOperation =
  | 'getDailySummary'
  | 'getInsightReport'
  | 'exportReport'
  | 'sendReport'
  | 'listReportSchedules'
  | 'addReportSchedule'
  | 'changeReportSchedule'
  | 'deleteReportSchedule'

const MEDIA_TYPES = { md: 'text/markdown', csv: 'text/csv', html: 'text/html' } as const

export const reportOperations: OperationHandlers<ReportOperation> = {
  getDailySummary: ({ ctx, caller, query, locale }) => {
    const { timeZone } = query as Required<typeof query>
    return getDailySummary(ctx, caller, { ...query, timeZone, locale })
  },
  getInsightReport: ({ ctx, caller, query, locale }) => {
    const { period, timeZone } = query as Required<typeof query>
    return getInsightReport(ctx, caller, { ...query, period, timeZone, locale })
  },
  exportReport: async ({ ctx, caller, query, locale, reply }) => {
    const { period, timeZone } = query as Required<typeof query>
    const document = await exportReport(ctx, caller, { ...query, period, timeZone, locale })
    reply
      .type(`${MEDIA_TYPES[query.format]}; charset=utf-8`)
      .header('Content-Disposition', `attachment; filename="omen-${query.report}.${query.format}"`)
      .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .send(document)
    return undefined
  },
  sendReport: async ({ ctx, caller, body }) => {
    const { period } = body as Required<typeof body>
    return { mails: await sendReport(ctx, caller, { ...body, period }) }
  },
  listReportSchedules: async ({ ctx, caller }) => ({ schedules: await listReportSchedules(ctx, caller) }),
  addReportSchedule: async ({ ctx, caller, body }) => {
    const { hour } = body as Required<typeof body>
    return { schedule: await addReportSchedule(ctx, caller, { ...body, hour }) }
  },
  changeReportSchedule: async ({ ctx, caller, path, body }) => ({
    schedule: await changeReportSchedule(ctx, caller, path.id, body),
  }),
  deleteReportSchedule: async ({ ctx, caller, path }) => {
    await deleteReportSchedule(ctx, caller, path.id)
    return {}
  },
}
