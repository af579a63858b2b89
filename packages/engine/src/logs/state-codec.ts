import type { LogLayout } from './header/find-log-layout.ts'
import type { TemplateState } from './templates/template-store.ts'

/** What a parser is made of, as plain JSON. */
export type ParserState = {
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
export function encodeParserState(state: ParserState): Uint8Array {
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
export function decodeParserState(bytes: Uint8Array): ParserState {
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
