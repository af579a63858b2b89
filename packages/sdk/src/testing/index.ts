export type { CheckedRequest, OpenapiChecker } from './openapi-checker.ts'
export { createOpenapiChecker } from './openapi-checker.ts'
