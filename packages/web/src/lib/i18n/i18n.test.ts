import { errorCodeValues } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { english } from './en/index.ts'
import { matchLocale } from './locale.ts'
import { chinese } from './zh-cn/index.ts'

const flatten = (texts: object, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? flatten(value, `${path}${key}.`) : [[path + key, String(value)]],
  )
const placeholders = (text: string): string[] => [...text.matchAll(/{{(\w+)}}/g)].map((match) => match[1] ?? '').sort()

const [en, zh] = [new Map(flatten(english)), new Map(flatten(chinese))]

describe('dictionaries', () => {
  it('have the same keys', () => expect([...zh.keys()].sort()).toEqual([...en.keys()].sort()))
  it('have a text for every code of the wire', () => {
    expect(errorCodeValues.filter((code) => !(code in english.errors) || !(code in chinese.errors))).toEqual([])
  })
  it('fill in the same values', () => {
    const differing = [...en].filter(([key, text]) => {
      const there = placeholders(zh.get(key) ?? '')
      return placeholders(text).some((name) => !there.includes(name)) && !key.endsWith('_one')
    })
    expect(differing).toEqual([])
  })
  it('say nothing in English on a Chinese page but names', () => {
    const same = [...en].filter(([key, text]) => zh.get(key) === text && /[a-z]{4,}/.test(text.replace(/{{\w+}}/g, '')))
    expect(same.map(([key]) => key).sort()).toEqual([
      'account.tokens.namePlaceholder',
      'analysis.parameters.cvalue',
      'analysis.parameters.epsilon',
      'analysis.parameters.pvalue',
      'files.form.cvalue',
      'files.form.epsilon',
      'files.form.pvalue',
      'models.calibration.pvalue',
    ])
  })
  it('use Chinese punctuation in Chinese', () => {
    const wrong = [...zh].filter(([, text]) => /[\u4e00-\u9fff][,;?:]|[,;?][\u4e00-\u9fff]/.test(text))
    expect(wrong).toEqual([])
  })
  it('use no exclamation marks', () => {
    expect([...en, ...zh].filter(([, text]) => /[!！]/.test(text))).toEqual([])
  })
})

describe('matchLocale', () => {
  it('takes any Chinese for Chinese', () => expect(matchLocale(['zh-TW', 'en'])).toBe('zh-CN'))
  it('takes the first language that it speaks', () => expect(matchLocale(['de-DE', 'en-GB', 'zh'])).toBe('en'))
  it('falls back to English', () => expect(matchLocale(['fr'])).toBe('en'))
})
