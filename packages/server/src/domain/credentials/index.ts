export { changeCredentials, watchCredentials } from './changes.ts'
