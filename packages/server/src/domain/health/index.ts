export { checkHealth } from './check.ts'
export { reportSyslog } from './syslog.ts'
