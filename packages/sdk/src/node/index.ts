export { cookieFetch } from './cookie-fetch.ts'
export { digestFile } from './digest-file.ts'
export type { StorePathOptions, StoreStreamOptions } from './store-path.ts'
export { storePath, storeStream } from './store-path.ts'
