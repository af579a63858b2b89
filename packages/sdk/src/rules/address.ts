import { patternRule, type Rule } from './rule.ts'

const EMAIL_PATTERN =
  /^(?=.{3,254}$)(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** An e-mail address, ignoring case: dot-separated name of up to 64 characters, a domain with a dot, 254 in all. */
export const email: Rule = patternRule(EMAIL_PATTERN, {
  en: 'Please enter a correct e-mail address',
  'zh-CN': '请输入正确的邮箱地址',
})

/**
 * A mainland-China mobile number: an optional 0 or 86; 13x, 145, 147, 15x except 154, 170, 176-178 or 18x; eight more digits.
 */
export const mobile: Rule = patternRule(/^(?:0|86)?(?:13[0-9]|14[57]|15[0-35-9]|17[06-8]|18[0-9])[0-9]{8}$/, {
  en: 'Please enter a correct mobile number',
  'zh-CN': '请输入正确的手机号码',
})

/** An e-mail address or a mobile number. */
export const emailOrMobile: Rule = {
  test: (value) => email.test(value) || mobile.test(value),
  prompt: { en: 'Please enter an e-mail address or mobile number', 'zh-CN': '请输入邮箱地址或手机号码' },
}
