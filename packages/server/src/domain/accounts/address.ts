import { invalidField } from '../invalid-field.ts'

/** Where a message goes: one e-mail address or mobile number has one spelling. */
export interface Address {
  readonly kind: 'email' | 'mobile'
  readonly value: string
}

const mobilePattern = /^(?:0|86)?((?:13[0-9]|14[57]|15[0-35-9]|17[06-8]|18[0-9])[0-9]{8})$/
const emailPattern = /^[^\s@"(),:;<>[\\\]]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i

/** Null where the text is neither. */
export function readAddress(text: string): Address | null {
  const mobile = mobilePattern.exec(text)
  if (mobile) return { kind: 'mobile', value: mobile[1]! }
  const fits = text.length <= 254 && emailPattern.test(text) && !text.includes('..') && !/^\.|\.@/.test(text)
  return fits ? { kind: 'email', value: text.toLowerCase() } : null
}

export function requireAddress(text: string, field: string): Address {
  const address = readAddress(text)
  if (address) return address
  throw invalidField(field, 'must be an e-mail address or a mainland-China mobile number', {
    en: 'Please enter an e-mail address or mobile number.',
    'zh-CN': '请输入邮箱或手机号。',
  })
}
