export { checkHealth } from './check.ts'
