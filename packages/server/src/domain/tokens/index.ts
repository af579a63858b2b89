export { createToken, tokenPrefix } from './create.ts'
export { deleteToken, deleteTokens } from './delete.ts'
export { findTokenCaller } from './find.ts'
export { listTokens } from './list.ts'
