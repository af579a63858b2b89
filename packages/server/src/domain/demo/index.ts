export { ensureDemo } from './ensure.ts'
