import { patternRule, type Rule } from './rule.ts'

/** Up to 100 characters, no white space, no invisible characters and none of `_ : @ ,`, which separate names on the wire; `.` and `..` lead elsewhere in an address. */
const plainName: Rule = patternRule(/^(?!\.\.?$)[^\s\p{C}_:@,]{1,100}$/u, {
  en: 'A name has 1 to 100 characters, no spaces and none of _ : @ , and not . or ..',
  'zh-CN': '名称为 1 到 100 个字符，不能包含空格和 _ : @ ,，不能为 . 和 ..',
})

/** A model's name. Unique per owner, ignoring case. */
export const modelName: Rule = plainName

/** A project's name. Unique per owner, ignoring case. */
export const projectName: Rule = plainName

const isShortText = (value: string): boolean => value.trim() !== '' && [...value].length <= 100

/** The name of an ingest key: 1 to 100 characters, not only white space. */
export const ingestKeyName: Rule = {
  test: isShortText,
  prompt: { en: 'A key name has 1 to 100 characters', 'zh-CN': '密钥名称为 1 到 100 个字符' },
}

/** The name of an access token: 1 to 100 characters, not only white space. */
export const tokenName: Rule = {
  test: isShortText,
  prompt: { en: 'A token name has 1 to 100 characters', 'zh-CN': '令牌名称为 1 到 100 个字符' },
}
