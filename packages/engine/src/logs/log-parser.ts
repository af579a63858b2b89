import { cutHeader } from './header/cut-header.ts'
import type { LogLayout } from './header/find-log-layout.ts'
import { isStackLine } from './is-stack-line.ts'
import { decodeParserState, encodeParserState } from './state-codec.ts'
import {
  createTemplateStore,
  type Forgotten,
  type LogTemplate,
  type TemplateState,
  type TemplateStoreOptions,
} from './templates/template-store.ts'

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
  let lastId = last
  return {
    push(line) {
      const at = cutHeader(line, layout)
      const isContinuation = lastId > 0 && (at < 0 || (layout.kind === 'bare' && isStackLine(line)))
      if (isContinuation) return { templateId: lastId, messageAt: 0, isContinuation }
      const messageAt = Math.max(0, at)
      lastId = store.add(messageAt === 0 ? line : line.slice(messageAt))
      return { templateId: lastId, messageAt, isContinuation }
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
