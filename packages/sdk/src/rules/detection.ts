import { integer } from './generic.ts'
import { patternRule, type Rule } from './rule.ts'

/** A model's name: up to 100 characters, no white space and none of `_ : @ ,`. Unique per owner whatever its case. */
export const modelName: Rule = patternRule(/^[^\s_:@,]{1,100}$/, {
  en: 'A name has 1 to 100 characters, no spaces and none of _ : @ ,',
  'zh-CN': '名称为1到100个字符，不能包含空格和 _ : @ ,',
})

/** A number that a form field or a command line holds; plain decimal notation with an optional exponent. */
function numberOf(value: string | number): number {
  if (typeof value === 'number') return value
  return /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value) ? Number(value) : Number.NaN
}

/** `pvalue`: 1 − pvalue is the tail probability below which a sample is flagged; at least 0 and below 1. */
export const pvalue: Rule<string | number> = {
  test: (value) => numberOf(value) >= 0 && numberOf(value) < 1,
  prompt: { en: 'pvalue is a number from 0 to below 1', 'zh-CN': 'pvalue为0到1之间的数（不含1）' },
}

/** `pvalue` of DBScan: epsilon in robust deviations, from 0 to 100. */
export const epsilon: Rule<string | number> = {
  test: (value) => numberOf(value) >= 0 && numberOf(value) <= 100,
  prompt: { en: 'epsilon is a number from 0 to 100', 'zh-CN': 'epsilon为0到100之间的数' },
}

/** `cvalue`: consecutive flagged samples that make a period (with DBScan the minimum of peers), 1 to 1000. */
export const cvalue: Rule<string | number> = {
  ...integer({ min: 1, max: 1000 }),
  prompt: { en: 'cvalue is a whole number from 1 to 1000', 'zh-CN': 'cvalue为1到1000之间的整数' },
}

/** The rule of `pvalue` for a model type: DBScan reads it as epsilon. */
export function pvalueRule(modelType?: string): Rule<string | number> {
  return modelType === 'DBScan' ? epsilon : pvalue
}

/** The name of an access token: 1 to 100 characters, not only white space. */
export const tokenName: Rule = {
  test: (value) => value.trim() !== '' && [...value].length <= 100,
  prompt: { en: 'A token name has 1 to 100 characters', 'zh-CN': '令牌名称为1到100个字符' },
}
