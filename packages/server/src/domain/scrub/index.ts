export { scrubPass } from './pass.ts'
export { runScrub } from './run.ts'
export { readScrub } from './state.ts'
export { checkItem, recordCondition, storedItems } from './stored-items.ts'
