export { getUserValues } from './user-values.ts'
