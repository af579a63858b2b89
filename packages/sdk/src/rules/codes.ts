import { patternRule, type Rule } from './rule.ts'

/** The code of an SMS or mail: exactly six digits. */
export const vcode: Rule = patternRule(/^[0-9]{6}$/, {
  en: 'Please enter the SMS verification code',
  'zh-CN': '请输入短信验证码',
})

/** An invitation code: exactly six letters or digits. */
export const icode: Rule = patternRule(/^[A-Za-z0-9]{6}$/, {
  en: 'Please enter the six-character invitation code obtained from a friend',
  'zh-CN': '请输入从好友处获得的六位邀请码',
})
