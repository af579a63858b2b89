import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { errorCodeValues } from '@omen/sdk/api'
import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { connect as connectInEnglish } from './en/connect.ts'
import { english } from './en/index.ts'
import { logs as logsInEnglish } from './en/logs.ts'
import { chooseTextForOne } from './i18n.ts'
import { matchLocale } from './locale.ts'
import { connect as connectInChinese } from './zh-cn/connect.ts'
import { chinese } from './zh-cn/index.ts'
import { logs as logsInChinese } from './zh-cn/logs.ts'

const flatten = (texts: object, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? flatten(value, `${path}${key}.`) : [[path + key, String(value)]],
  )
const placeholders = (text: string): string[] => [...text.matchAll(/{{(\w+)}}/g)].map((match) => match[1] ?? '').sort()

const en = new Map(flatten({ ...english, connect: connectInEnglish, logs: logsInEnglish }))
const zh = new Map(flatten({ ...chinese, connect: connectInChinese, logs: logsInChinese }))

const source = resolve(import.meta.dirname, '../..')
const readSources = (): string =>
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !/^lib\/i18n\/(en|zh-cn)\//.test(path))
    .map((path) => readFileSync(join(source, path), 'utf8'))
    .join('\n')

/** Plural forms, and contexts by which one of several texts of a key is chosen. */
const ENDINGS = /_(zero|one|other)$|_(alone|further|state|sentence)(?=_|$)/g
const PLACEHOLDER = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g

/** Keys that a source names neither as they are nor by a template. */
function unusedKeys(keys: readonly string[], sources: string): string[] {
  const named = new Set(sources.match(/[\w.-]+/g))
  const templates = [...sources.matchAll(/`([a-zA-Z]+\.(?:[^`$]|\$\{(?:[^{}]|\{[^{}]*\})*\})*)`/g)]
    .map(([, template]) => template!)
    .filter((template) => template.includes('${'))
    .map((template) => new RegExp(`^${template.replaceAll('.', '\\.').replace(PLACEHOLDER, '[^.]+')}$`))
  return keys.filter((key) => {
    const plain = key.replace(ENDINGS, '')
    return !named.has(plain) && !templates.some((one) => one.test(plain))
  })
}

describe('dictionaries', () => {
  it('have no text that nothing shows', () => {
    const sources = readSources()
    // Those of the namespace are named without it
    const keys = [...en.keys()].map((key) => key.replace(/^connect\./, ''))
    expect(unusedKeys(keys, sources)).toEqual([])
    expect(unusedKeys(['general.nothing', 'general.close'], sources)).toEqual(['general.nothing'])
  })
  it('have the same keys', () => expect([...zh.keys()].sort()).toEqual([...en.keys()].sort()))
  it('have a text for every error code of the API', () => {
    expect(errorCodeValues.filter((code) => !(code in english.errors) || !(code in chinese.errors))).toEqual([])
  })
  it('use the same placeholders', () => {
    const differing = [...en].filter(([key, text]) => {
      const there = placeholders(zh.get(key) ?? '')
      return placeholders(text).some((name) => !there.includes(name)) && !key.endsWith('_one')
    })
    expect(differing).toEqual([])
  })
  it('have no English in Chinese texts except names', () => {
    const same = [...en].filter(([key, text]) => zh.get(key) === text && /[a-z]{4,}/.test(text.replace(/{{\w+}}/g, '')))
    const names = ['projects.sending.senders.', 'integrations.providers.']
    const isName = (key: string) =>
      names.some((name) => key.startsWith(name)) ||
      key.endsWith('.namePlaceholder') ||
      /^connect\.kinds\..*title$/.test(key)
    expect(same.flatMap(([key]) => (isName(key) ? [] : [key]))).toEqual(['models.calibration.pvalue'])
  })
  it('use Chinese punctuation in Chinese', () => {
    const wrong = [...zh].filter(([, text]) => /[\u4e00-\u9fff][,;?:]|[,;?][\u4e00-\u9fff]/.test(text))
    expect(wrong).toEqual([])
  })
  it('call a sample what the glossary calls it', () => {
    expect([...zh].filter(([, text]) => /采样(?!间隔)/.test(text))).toEqual([])
  })
  it('use no exclamation marks', () => {
    expect([...en, ...zh].filter(([, text]) => /[!！]/.test(text))).toEqual([])
  })
})

describe('chooseTextForOne', () => {
  it('takes the Chinese text for one of one thing, and the other of more and of none', async () => {
    const i18n = createInstance()
    await i18n.init({ lng: 'zh-CN', resources: { 'zh-CN': { translation: chinese } } })
    chooseTextForOne(i18n)
    expect([1, 2, 0].map((count) => i18n.t('dashboard.incidents.notAll', { count }))).toEqual([
      '仅列出最严重的一个。',
      '仅列出最严重的 2 个。',
      '仅列出最严重的 0 个。',
    ])
  })
})

describe('matchLocale', () => {
  it('maps any Chinese to zh-CN', () => expect(matchLocale(['zh-TW', 'en'])).toBe('zh-CN'))
  it('takes the first supported language', () => expect(matchLocale(['de-DE', 'en-GB', 'zh'])).toBe('en'))
  it('falls back to English', () => expect(matchLocale(['fr'])).toBe('en'))
})
