import { account } from './account.ts'
import { email, emailOrMobile } from './address.ts'
import { icode, vcode } from './codes.ts'
import { password } from './password.ts'
import type { Prompt } from './rule.ts'

const HANDLE_PROMPT: Prompt = {
  en: 'A file goes by the handle that its upload returned: 8 to 64 letters, digits, - and _',
  'zh-CN': '文件以上传时返回的标识指明：8 至 64 个字母、数字、- 或 _',
}

/** What a field of a request has to be, by its name; the same for the forms of the page and the server. */
export const fieldPrompts: ReadonlyMap<string, Prompt> = new Map([
  ['userName', account.prompt],
  ['password', password.prompt],
  ['email', email.prompt],
  ['emailOrMobile', emailOrMobile.prompt],
  ['vcode', vcode.prompt],
  ['icode', icode.prompt],
  ['filename', HANDLE_PROMPT],
])
