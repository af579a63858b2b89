import { patternRule, type Rule } from './rule.ts'

/** An account name: 6-30 English letters or digits. */
export const account: Rule = patternRule(/^[A-Za-z0-9]{6,30}$/, {
  en: 'The account consists of 6-30 English letters or digits',
  'zh-CN': '账号由6-30位英文字母或数字组成',
})
