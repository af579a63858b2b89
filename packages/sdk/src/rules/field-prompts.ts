import { account } from './account.ts'
import { email, emailOrMobile } from './address.ts'
import { icode, vcode } from './codes.ts'
import { password } from './password.ts'
import type { Prompt } from './rule.ts'

/** What a field of a request has to be, by its name; the same for the forms of the page and the server. */
export const fieldPrompts: ReadonlyMap<string, Prompt> = new Map([
  ['userName', account.prompt],
  ['password', password.prompt],
  ['email', email.prompt],
  ['emailOrMobile', emailOrMobile.prompt],
  ['vcode', vcode.prompt],
  ['icode', icode.prompt],
])
