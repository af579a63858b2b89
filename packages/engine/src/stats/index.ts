export { checksum } from './checksum.ts'
