export { addReportSchedule } from './add.ts'
export { deleteReportSchedule } from './delete.ts'
export { listReportSchedules } from './list.ts'
export { sendReports } from './send-waiting.ts'
