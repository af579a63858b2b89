import type { Rule } from './rule.ts'

/** The field must not be empty; white space alone counts as empty. */
export const notEmpty: Rule = {
  test: (value) => value.trim() !== '',
  prompt: { en: 'Please fill in this field', 'zh-CN': '此项不能为空' },
}

/** Inclusive bounds of a value; a missing one is unbounded. */
export interface Bounds {
  min?: number | undefined
  max?: number | undefined
}

/** A whole number in decimal digits, with an optional sign, within bounds. Throws RangeError where min is above max. */
export function integer({
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
}: Bounds = {}): Rule<string | number> {
  if (min > max) throw new RangeError(`min ${min} is above max ${max}`)
  const bounded = min > Number.MIN_SAFE_INTEGER && max < Number.MAX_SAFE_INTEGER
  return {
    test: (value) => /^[+-]?\d+$/.test(String(value).trim()) && Number(value) >= min && Number(value) <= max,
    prompt: bounded
      ? { en: `Please enter a whole number from ${min} to ${max}`, 'zh-CN': `请输入${min}到${max}之间的整数` }
      : { en: 'Please enter a whole number', 'zh-CN': '请输入整数' },
  }
}

/** A text whose length is within bounds, counted in user-perceived characters: an emoji is one. Throws RangeError where min is above max. */
export function length({ min = 0, max = Number.POSITIVE_INFINITY }: Bounds): Rule {
  if (min > max) throw new RangeError(`min ${min} is above max ${max}`)
  return {
    test(value) {
      const { length: count } = [...value]
      return count >= min && count <= max
    },
    prompt: lengthPrompt(min, max),
  }
}

function lengthPrompt(min: number, max: number): Rule['prompt'] {
  if (min === max) return { en: `Please enter exactly ${min} characters`, 'zh-CN': `请输入${min}个字符` }
  if (max === Number.POSITIVE_INFINITY)
    return { en: `Please enter at least ${min} characters`, 'zh-CN': `请至少输入${min}个字符` }
  if (min === 0) return { en: `Please enter at most ${max} characters`, 'zh-CN': `请最多输入${max}个字符` }
  return { en: `Please enter ${min} to ${max} characters`, 'zh-CN': `请输入${min}到${max}个字符` }
}
