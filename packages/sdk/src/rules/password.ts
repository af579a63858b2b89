import type { Prompt, Rule } from './rule.ts'

/** One requirement of a password. */
export type PasswordPartName = 'length' | 'upper' | 'lower' | 'digit' | 'special' | 'allowed'

/** Whether one part of the password rule is met, for a checklist that updates while typing. */
export interface PasswordPart {
  readonly name: PasswordPartName
  readonly met: boolean
  readonly prompt: Prompt
}

interface PartRule extends Rule {
  readonly name: PasswordPartName
}

/** The special characters that a password may have, and of which it needs one. */
// biome-ignore lint/plugin: users of the package import this name
export const passwordSpecials: string = '! @ # $ % ^ & * _'

const partRules: readonly PartRule[] = [
  part('length', /^.{8,30}$/s, '8-30 characters', '8-30个字符'),
  part('upper', /[A-Z]/, 'An upper-case letter', '一个大写字母'),
  part('lower', /[a-z]/, 'A lower-case letter', '一个小写字母'),
  part('digit', /[0-9]/, 'A digit', '一个数字'),
  part('special', /[!@#$%^&*_]/, `One of ${passwordSpecials}`, `一个特殊字符 ${passwordSpecials}`),
  part(
    'allowed',
    /^[A-Za-z0-9!@#$%^&*_]*$/,
    'Only letters, digits and those specials',
    '只能包含字母、数字和上述特殊字符',
  ),
]

function part(name: PasswordPartName, pattern: RegExp, en: string, chinese: string): PartRule {
  return { name, test: (value) => pattern.test(value), prompt: { en, 'zh-CN': chinese } }
}

/** A password: 8-30 letters, digits and specials, with upper and lower case, a digit and a special. */
export const password: Rule & { parts(value: string): PasswordPart[] } = {
  test: (value) => partRules.every((rule) => rule.test(value)),
  prompt: {
    en: 'The password is 8-30 characters and must include upper and lower case letters, digits and special characters',
    'zh-CN': '密码为8-30个字符，必须包含大小写字母、数字和特殊字符',
  },
  /** Every part of the rule, in display order, with whether `value` meets it. */
  parts: (value) => partRules.map(({ name, prompt, test }) => ({ name, met: test(value), prompt })),
}
