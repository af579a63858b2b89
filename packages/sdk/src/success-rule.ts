/**
 * How `success` of a response is interpreted (specification, section 4).
 * `strict`: true, or the string 'true' in any case. `truthy`: the later reading, any truthy value.
 */
export type SuccessRule = 'strict' | 'truthy'

/** Whether a response counts as successful; one that is not an object never does. */
export function isSuccess(answer: unknown, rule: SuccessRule = 'strict'): boolean {
  if (typeof answer !== 'object' || answer === null) return false
  const { success } = answer as { success?: unknown }
  if (rule === 'truthy') return Boolean(success)
  return success === true || (typeof success === 'string' && success.toLowerCase() === 'true')
}
