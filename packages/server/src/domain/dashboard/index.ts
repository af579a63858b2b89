export { getDashboardIncidents } from './get-incidents.ts'
export { getUserValues } from './user-values.ts'
