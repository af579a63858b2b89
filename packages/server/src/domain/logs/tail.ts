import type { LogTailLines } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { findReadableSource } from '../projects/index.ts'
import type { LogSource } from './log-source.ts'
import { findLogSource } from './log-source.ts'
import { type LineFilters, type PreparedSearch, prepareSearch, run, toWire } from './search.ts'

export type TailEvent =
  | { readonly kind: 'lines'; readonly data: LogTailLines }
  /** The last one, and why. */
  | { readonly kind: 'removed'; readonly message: string }

export interface TailRequest extends LineFilters {
  readonly projectName: string
  readonly locale: Locale
}

const EVERY_MS = 1000
/** Lines that are later than this are not shown, nor are those whose clock is ahead by more. */
const REACH_MS = 60_000
const MAX_LINES = 500
const MAX_READ_LINES = 2000

/** What is followed, and the ids of the lines that there were before anything was said to be followed. */
export interface OpenTail {
  readonly source: LogSource
  readonly search: PreparedSearch
  readonly before: ReadonlySet<string>
}

/** Rejects with what cannot be followed, before anything is sent. */
export async function openTail(ctx: Context, caller: Caller, request: TailRequest): Promise<OpenTail> {
  const source = await findLogSource(ctx, caller, { projectName: request.projectName })
  const search = await prepareSearch(ctx, source, request)
  const newest = await readNewest(ctx, source, search)
  return { source, search, before: new Set(newest.map(({ id }) => id)) }
}

/** The lines that arrive from then on, until `gone` is aborted. */
export async function* tailLogLines(
  ctx: Context,
  caller: Caller,
  { source, search, before }: OpenTail,
  { locale }: TailRequest,
  gone: AbortSignal,
): AsyncGenerator<TailEvent, void, undefined> {
  let seen = before
  while (!gone.aborted) {
    await ctx.clock.sleep(EVERY_MS, gone).catch(() => {})
    if (gone.aborted) return
    if ((await findReadableSource(ctx, caller, source.sourceId)) === undefined)
      return yield { kind: 'removed', message: REMOVED[locale] }
    const newest = await readNewest(ctx, source, search)
    const arrived = newest.filter(({ id }) => !seen.has(id))
    // Those that are no longer read cannot come again
    seen = new Set([...newest.map(({ id }) => id), ...arrived.map(({ id }) => id)])
    if (arrived.length === 0) continue
    const lines = toWire(source, search, arrived.slice(0, MAX_LINES).reverse())
    yield { kind: 'lines', data: { lines, leftOut: Math.max(0, arrived.length - MAX_LINES) } }
  }
}

async function readNewest(ctx: Context, source: LogSource, search: PreparedSearch) {
  const now = ctx.clock.now()
  const span = { from: now - REACH_MS, to: now + REACH_MS }
  return (await run(ctx, source, search, { span, order: 'newest', limit: MAX_READ_LINES })).lines
}

const REMOVED = {
  en: 'The project was removed, or is no longer shared with you.',
  'zh-CN': '该项目已被移除，或不再与您共享。',
}
