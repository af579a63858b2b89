import { createHeaderCutter, cutHeader } from './header/cut-header.ts'
import type { LogLayout } from './header/find-log-layout.ts'
import { isStackLine, mayBeStackLine } from './is-stack-line.ts'
import {
  createTemplateStore,
  type Forgotten,
  type LogTemplate,
  type TemplateState,
  type TemplateStoreOptions,
} from './templates/template-store.ts'
import { createUtf8Line, utf8Text } from './utf8-line.ts'

/** Where a line went: the template of its record, and where its message begins. */
export type ParsedLine = {
  readonly templateId: number
  /** Where the message begins in the line. */
  readonly messageAt: number
  /** The line continues the record before it (a stack trace, the rest of a text of several lines). */
  readonly isContinuation: boolean
}

/** `layout` as `findLogLayout` gives it for a sample of the log; bare messages where it is left out. */
export type LogParserOptions = TemplateStoreOptions & { readonly layout?: LogLayout }

/** Turns the lines of one log into templates. */
export type LogParser = {
  push(line: string): ParsedLine
  /** Takes a line that is UTF-8 from `from` to `to`, and gives the id of its template. */
  pushBytes(bytes: Uint8Array, from: number, to: number): number
  /** Where the message of a line begins, without taking the line. */
  messageAt(line: string): number
  /** Merges what belongs together so far; ids given before stay valid through `resolve`. */
  settle(): void
  /** What an id that `push` gave has become; 0 where its template was forgotten. */
  resolve(templateId: number): number
  templates(): LogTemplate[]
  textOf(templateId: number): string | undefined
  forgotten(): Forgotten
  /** The whole state; ids that were merged away before are not in it. */
  save(): Uint8Array
}

/**
 * A parser for one log, in bounded memory (see createTemplateStore). A line without the header of the layout continues the
 * record before it; among bare messages only lines of stack traces do.
 */
export function createLogParser(options: LogParserOptions = {}): LogParser {
  return openParser(options, 0)
}

/** Goes on where `save` stopped: the same lines get the same templates. Throws RangeError for damaged bytes. */
export function restoreLogParser(bytes: Uint8Array): LogParser {
  const { lastId, store, ...options } = decodeParserState(bytes)
  return openParser(options, lastId, store)
}

function openParser(options: LogParserOptions, last: number, saved?: TemplateState): LogParser {
  const { layout = { kind: 'bare' }, maxTemplates = 10_000, eager = false } = options
  const store = createTemplateStore({ maxTemplates, eager }, saved)
  const cut = createHeaderCutter(layout)
  const utf8 = createUtf8Line()
  let lastId = last
  const continues = (at: number, bytes: Uint8Array, from: number, to: number): boolean =>
    lastId > 0 &&
    (at < 0 || (layout.kind === 'bare' && mayBeStackLine(bytes[from]) && isStackLine(utf8Text(bytes, from, to))))
  return {
    push(line) {
      const to = utf8.put(line)
      const bytes = utf8.bytes()
      const at = cut(bytes, 0, to)
      if (continues(at, bytes, 0, to)) return { templateId: lastId, messageAt: 0, isContinuation: true }
      const from = Math.max(0, at)
      const messageAt = utf8.countChars(0, from)
      lastId = store.addBytes(bytes, from, to, messageAt === 0 ? line : line.slice(messageAt))
      return { templateId: lastId, messageAt, isContinuation: false }
    },
    pushBytes(bytes, from, to) {
      const at = cut(bytes, from, to)
      if (!continues(at, bytes, from, to)) lastId = store.addBytes(bytes, Math.max(from, at), to)
      return lastId
    },
    messageAt: (line) => Math.max(0, cutHeader(line, layout)),
    settle: () => store.settle(),
    resolve: (templateId) => store.resolve(templateId),
    templates: () => store.templates(),
    textOf: (templateId) => store.textOf(templateId),
    forgotten: () => store.forgotten(),
    save: () => encodeParserState({ layout, maxTemplates, eager, lastId: store.resolve(lastId), store: store.state() }),
  }
}

/** What a parser is made of, as plain JSON. */
type ParserState = {
  readonly layout: LogLayout
  readonly maxTemplates: number
  readonly eager: boolean
  readonly lastId: number
  readonly store: TemplateState
}

/** 'OLOG', the version of the layout and the length of the text, each in four bytes; then JSON in ASCII. */
const MAGIC = 0x474f4c4f
const VERSION = 2
const PREFIX = 12

/** Writes a state down, little-endian; the same state gives the same bytes. */
function encodeParserState(state: ParserState): Uint8Array {
  const text = JSON.stringify(state).replace(
    /[\u007f-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const bytes = new Uint8Array(PREFIX + text.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint32(4, VERSION, true)
  view.setUint32(8, text.length, true)
  for (let k = 0; k < text.length; k++) bytes[PREFIX + k] = text.charCodeAt(k)
  return bytes
}

/** Reads a state back. Throws RangeError where the bytes are damaged, cut off or of another version. */
function decodeParserState(bytes: Uint8Array): ParserState {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < PREFIX || view.getUint32(0, true) !== MAGIC)
    throw new RangeError('these are not the bytes of a log parser')
  if (view.getUint32(4, true) !== VERSION) throw new RangeError('the log parser is of another version')
  if (view.getUint32(8, true) !== bytes.length - PREFIX) throw new RangeError('the bytes of the log parser are cut off')
  const pieces: string[] = []
  for (let from = PREFIX; from < bytes.length; from += 8192)
    pieces.push(String.fromCharCode(...bytes.subarray(from, from + 8192)))
  const state = parseJson(pieces.join(''))
  if (!isState(state)) throw new RangeError('the bytes of the log parser are damaged')
  return state
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new RangeError('the bytes of the log parser are damaged', { cause })
  }
}

function isState(value: unknown): value is ParserState {
  const state = value as Partial<ParserState> | null
  return (
    typeof state?.maxTemplates === 'number' &&
    typeof state.layout?.kind === 'string' &&
    Array.isArray(state.store?.drafts) &&
    Array.isArray(state.store.groups) &&
    Array.isArray(state.store.known)
  )
}
