export { createToken, TOKEN_PREFIX } from './create.ts'
export { deleteToken, deleteTokens } from './delete.ts'
export { findTokenCaller } from './find.ts'
export { listTokens } from './list.ts'
