export { acknowledgeIncident, decideIncident } from './decide.ts'
