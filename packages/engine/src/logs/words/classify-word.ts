import { SLOT } from '../mask/mask-branches.ts'

const flags = new Set(
  'true false yes no on off null none nil enabled disabled TRUE FALSE YES NO ON OFF NULL'.split(' '),
)
const units = new Set('B KB MB GB TB KiB MiB GiB ns us ms s sec secs min h'.split(' '))
const NAMING =
  /^(?:user|users|username|account|host|hostname|server|client|address|path|file|directory|url|用户|账号|主机|服务器|客户端|地址|路径|文件)$/i
const SEVERAL_DIGITS = /\d\D*\d|[/\\~]/
const SOME_DIGIT = /[\d/\\]/
const DOTTED_NAME = /^\p{L}[\w$-]*(?:\.[\w$-]+){2,}$/u
const WIDE_SCRIPT = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/

/** Where a word stands: behind `key=`, a quote, a colon, a word that names things, or anywhere. */
export type WordRole = 'equals' | 'quote' | 'colon' | 'named' | 'plain'

/** The role of word `i`, by the gap before it and the word before that. */
export function roleOf(words: readonly string[], gaps: readonly string[], i: number): WordRole {
  const gap = (gaps[i] ?? '').trimEnd()
  if (/=\s*["']?$/.test(gap)) return 'equals'
  if (/["']$/.test(gap)) return 'quote'
  if (gap.endsWith(':') || gap.endsWith('：')) return 'colon'
  return gap === '' && NAMING.test(words[i - 1] ?? '') ? 'named' : 'plain'
}

/** A switch position (true, off, null …): it tells kinds of events apart and never becomes a wildcard by itself. */
export const isFlag = (word: string): boolean => flags.has(word) || /\W(?:true|false)$/.test(word)

/** A unit of size or time, which varies with the number before it. */
export const isUnit = (word: string): boolean => units.has(word)

/** A word that its form alone makes variable: a masked part, several digits, a path. */
export const isOpen = (word: string): boolean => word.includes(SLOT) || (!isFlag(word) && SEVERAL_DIGITS.test(word))

/** Whether a word, without a masked part, has digits or slashes; `firm` asks for more than one digit. */
export const hasDigits = (word: string, firm = false): boolean =>
  word === SLOT || (!word.includes(SLOT) && (firm ? SEVERAL_DIGITS : SOME_DIGIT).test(word))

/** A name of three parts or more, as of packages, bundles and hosts. */
export const isDottedName = (word: string): boolean => DOTTED_NAME.test(word)

/** The two characters at either edge of a run of Chinese, Japanese or Korean, which stand for its constant part. */
export const wideEdges = (word: string): string =>
  word.length >= 5 && WIDE_SCRIPT.test(word) ? word.slice(0, 2) + SLOT + word.slice(-2) : ''
