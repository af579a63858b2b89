export type { SeverityFacts } from './severity.ts'
export { bySeverity, isDownVal, severity, severityOfVal } from './severity.ts'
