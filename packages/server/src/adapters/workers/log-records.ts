import { type LogLayout, readHeaderFacts } from '@omen/engine/logs'
import { severityOfHeader } from '../../protocols/header-severity.ts'
import { writeAttributes } from '../../protocols/log-builder.ts'
import { readLogDocument } from '../../protocols/log-document.ts'
import { readLogTime } from '../../protocols/log-time.ts'

/** A line as it is analysed, and as it is stored. */
export interface ReadLine {
  /** With a header that the engine reads. */
  readonly analysed: string
  readonly stored: string
  /** What an object says; undefined of a line of text, whose header says it. */
  readonly facts?: { severity: number; instance: string; service: string; attributes: string }
}

const JSON_SHARE = 0.9
const MAX_NAME_LENGTH = 200

/** Whether the lines of a log are objects. */
export function areObjects(sample: readonly string[]): boolean {
  const lines = sample.filter((line) => line.trim() !== '')
  const objects = lines.filter((line) => parseObject(line) !== undefined)
  return lines.length > 0 && objects.length >= JSON_SHARE * lines.length
}

export function readObjectLine(line: string): ReadLine {
  const value = parseObject(line)
  if (value === undefined) return { analysed: line, stored: line }
  const { writtenTime, severity, instance = '', service = '', line: text, attributes } = readLogDocument(value)
  const time = readLogTime(writtenTime)
  const header = time === undefined || !isDate(time.ms) ? '' : `${new Date(time.ms).toISOString()} `
  const facts = {
    severity,
    instance: nameOf(instance),
    service: nameOf(service),
    attributes: writeAttributes(attributes),
  }
  return { analysed: header + text.replaceAll('\n', ' '), stored: text, facts }
}

/** What the header of a line of text says. */
export function factsOfHeader(line: string, layout: LogLayout, messageAt: number): NonNullable<ReadLine['facts']> {
  const { level = '', source = '', host = '' } = readHeaderFacts(line, layout, messageAt)
  return {
    severity: severityOfHeader(level),
    instance: nameOf(host),
    service: nameOf(source),
    attributes: '',
  }
}

function parseObject(line: string): Record<string, unknown> | undefined {
  if (!/^\s*\{/.test(line)) return undefined
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function isDate(ms: number): boolean {
  return ms >= 0 && ms < Date.UTC(2300, 0, 1)
}

/** Names are shown and searched: control characters would be neither. */
function nameOf(text: string): string {
  return text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH)
}
