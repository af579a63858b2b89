import { patternRule, type Rule } from './rule.ts'

/** A model's name: up to 100 characters, no white space and none of `_ : @ ,`. Unique per owner, ignoring case. */
export const modelName: Rule = patternRule(/^[^\s_:@,]{1,100}$/, {
  en: 'A name has 1 to 100 characters, no spaces and none of _ : @ ,',
  'zh-CN': '名称为 1 到 100 个字符，不能包含空格和 _ : @ ,',
})

/** The name of an access token: 1 to 100 characters, not only white space. */
export const tokenName: Rule = {
  test: (value) => value.trim() !== '' && [...value].length <= 100,
  prompt: { en: 'A token name has 1 to 100 characters', 'zh-CN': '令牌名称为 1 到 100 个字符' },
}
