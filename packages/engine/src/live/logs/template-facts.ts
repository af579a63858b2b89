import { MAX_STORED_TEXT, shorten } from '../../logs/shorten.ts'
import type { TemplateFacts } from './live-log.ts'

/** OpenTelemetry's first number of an error. Source: OpenTelemetry, severity numbers of logs. */
export const ERROR_SEVERITY = 17

const ERROR_WORDS =
  /\b(?:errors?|exception|fatal|panic(?:ked)?|fail(?:ed|ure|s)?|critical|traceback|segfault|aborted)\b|[a-z](?:Error|Exception)\b|错误|异常|失败/i

/** What the first line of a template tells of it. */
export function newFacts(line: string, severity: number, time: number): TemplateFacts {
  const isError = severity >= ERROR_SEVERITY || (severity === 0 && hasErrorWords(line))
  return { count: 0, firstAt: time, lastAt: time, example: shorten(line, MAX_STORED_TEXT), isError }
}

/** Whether a text tells of an error. */
export function hasErrorWords(text: string): boolean {
  return ERROR_WORDS.test(text)
}

/** What is known of two templates that have become one; the series of the first goes on. */
export function joinFacts(one: TemplateFacts, other: TemplateFacts): TemplateFacts {
  const first = one.firstAt <= other.firstAt ? one : other
  return {
    ...other,
    ...one,
    count: one.count + other.count,
    firstAt: first.firstAt,
    lastAt: Math.max(one.lastAt, other.lastAt),
    example: first.example,
    isError: one.isError || other.isError,
  }
}
