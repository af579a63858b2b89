export { createToken } from './create.ts'
export { deleteToken } from './delete.ts'
export { findTokenCaller } from './find.ts'
export { listTokens } from './list.ts'
