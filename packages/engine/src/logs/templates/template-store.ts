import { shapeOf } from '../mask/line-shape.ts'
import { SLOT } from '../mask/mask-branches.ts'
import { createLineScanner } from '../mask/mask-line.ts'
import { createUtf8Line, utf8Text } from '../utf8-line.ts'
import { splitWords, type WordLine } from '../words/split-words.ts'
import type { Draft } from './draft.ts'
import { createDraftTree } from './draft-tree.ts'
import { groupBy } from './group-by.ts'
import { type GroupingLimits, USUAL_LIMITS } from './grouping-limits.ts'
import { createTemplateGroups, type Membership } from './template-groups.ts'
import { createVocabulary } from './vocabulary.ts'

/** A kind of message. `text` has `<*>` where lines differ; `first` and `last` count messages from 0. */
export type LogTemplate = {
  readonly id: number
  readonly text: string
  readonly count: number
  readonly first: number
  readonly last: number
}

/** Lines of templates that were forgotten for want of room resolve to this id. */
export const FORGOTTEN_TEMPLATE = 0

/** `maxTemplates` bounds what is remembered (10,000); `eager` merges while it goes, for streams that never end. */
export type TemplateStoreOptions = { readonly maxTemplates?: number; readonly eager?: boolean }

export type TemplateStore = {
  /** Takes a message and gives the id of its template so far; `resolve` tells what became of it. */
  add(message: string): number
  /** The same for a message that is UTF-8 from `from` to `to`, and for its text where it is at hand. */
  addBytes(bytes: Uint8Array, from: number, to: number, message?: string): number
  /** Merges what belongs together; ids given before stay valid through `resolve`. */
  settle(): void
  resolve(id: number): number
  /** Every template, by id. */
  templates(): LogTemplate[]
  /** The text of a resolved id, or undefined where it is not known. */
  textOf(id: number): string | undefined
  /** How many templates were forgotten for want of room, and how many messages they had. */
  forgotten(): Forgotten
  state(): TemplateState
}

export type Forgotten = { readonly templates: number; readonly messages: number }

/** What a store is made of, as plain JSON. */
export type TemplateState = {
  readonly next: number
  readonly taken: number
  readonly fresh: number
  readonly settled: number
  readonly forgotten: Forgotten
  readonly drafts: readonly Draft[]
  /** A draft of each bucket that is not merged yet. */
  readonly changed: readonly number[]
  readonly groups: readonly Membership[]
  /** As of GroupsState; missing in what was saved before there was such a field. */
  readonly judgedAt?: number
  /** Words that have stood in variable places. */
  readonly known: readonly string[]
}

/** Templates that are kept where no limit is given. */
const DEFAULT_TEMPLATES = 10_000
/** Masked lines whose template is remembered. */
const MAX_MEMO = 20_000
/** Characters of a message that are read. */
const MAX_MESSAGE = 8192
/** Words of a message that are read; the rest is one variable part. */
const MAX_WORDS = 512
/** The part of the templates that stay when they are too many. */
const KEPT_SHARE = 0.75

function limitWords({ words, gaps }: WordLine): WordLine {
  if (words.length <= MAX_WORDS) return { words, gaps }
  return { words: [...words.slice(0, MAX_WORDS), SLOT], gaps: [...gaps.slice(0, MAX_WORDS), ' ', ''] }
}

/**
 * The templates of a log: masked messages in a tree by gaps and words, merged by the statistics of their columns. At most
 * `2 * maxTemplates` drafts are held; when more are needed, those unseen for the longest are forgotten. The same messages in
 * the same order give the same ids and texts, also across a saved state. Throws RangeError for `maxTemplates` below 1.
 * Sources: Drain (He et al., ICWS 2017) for the tree; see merge-bucket.ts, kinds.ts and template-groups.ts for merging.
 */
export function createTemplateStore(
  options: TemplateStoreOptions = {},
  saved?: TemplateState,
  limits: GroupingLimits = USUAL_LIMITS,
): TemplateStore {
  const { maxTemplates = DEFAULT_TEMPLATES, eager = false } = options
  if (!(maxTemplates >= 1)) throw new RangeError('maxTemplates must be at least 1')
  const known = createVocabulary(saved?.known)
  const tree = createDraftTree({ known, limits })
  const aliases = createAliasRing()
  const scanner = createLineScanner()
  const utf8 = createUtf8Line()
  const memo = new Map<number, Draft>()
  // Of messages whose masked line is in `memo`, so that what is merged when does not depend on it.
  const shapes = createShapeCache<Draft>()
  const groups = createTemplateGroups(limits.seldom, saved && { groups: saved.groups, judgedAt: saved.judgedAt ?? 0 })
  let { next, taken, fresh, settled } = saved ?? { next: 1, taken: 0, fresh: 0, settled: 0 }
  const forgotten = { templates: 0, messages: 0, ...saved?.forgotten }
  for (const draft of saved?.drafts ?? []) tree.insert({ ...draft })
  if (saved) tree.setChanged(saved.changed)

  const isLive = (id: number): boolean => tree.get(id) !== undefined
  const findOrMake = (masked: string): Draft => {
    const { words, gaps } = limitWords(splitWords(masked))
    const known = tree.find(words, gaps)
    if (known) return known
    const draft: Draft = { id: next++, words, gaps, free: [], count: 0, first: taken, last: taken, absorbed: [] }
    tree.insert(draft)
    fresh++
    return draft
  }
  const forgetOldest = (): void => {
    if (tree.size() <= maxTemplates) return
    const oldest = [...tree.drafts()].sort((a, b) => a.last - b.last || a.id - b.id)
    const gone = oldest.slice(0, oldest.length - Math.ceil(maxTemplates * KEPT_SHARE))
    tree.remove(gone)
    forgotten.templates += gone.length
    for (const draft of gone) forgotten.messages += draft.count
  }
  const forget = (): void => {
    memo.clear()
    shapes.clear()
  }
  const settle = (): void => {
    const merged = tree.merge()
    for (const draft of merged) for (const id of draft.absorbed) aliases.point(id, draft.id)
    forgetOldest()
    groups.regroup(tree.drafts(), new Set(merged.map(({ id }) => id)), (id) => aliases.follow(id, isLive))
    forget()
    fresh = 0
    settled = tree.size()
  }
  const isDue = (): boolean => tree.size() >= 2 * maxTemplates || (eager && fresh >= Math.max(64, settled / 4))
  const byGroup = () => groupBy([...tree.drafts()], ({ id }) => groups.groupOf(id))

  const draftOf = (message: string): Draft => {
    const isLong = message.length > MAX_MESSAGE
    const key = scanner.scan(isLong ? message.slice(0, MAX_MESSAGE) : message)
    const known = isLong ? undefined : memo.get(key)
    if (known) return known
    if (isDue()) settle()
    // What is longer than any message should be counts as one more variable part.
    const draft = findOrMake(isLong ? `${scanner.masked()} ${SLOT}` : scanner.masked())
    if (memo.size >= MAX_MEMO) forget()
    if (!isLong) memo.set(key, draft)
    return draft
  }
  const add = (bytes: Uint8Array, from: number, to: number, message?: string): number => {
    const shape = shapeOf(bytes, from, to)
    let draft = shapes.get(shape)
    if (!draft) {
      draft = draftOf(message ?? utf8Text(bytes, from, to))
      shapes.set(shape, draft)
    }
    draft.count++
    draft.last = taken++
    return draft.id
  }

  return {
    add(message) {
      const length = utf8.put(message)
      return add(utf8.bytes(), 0, length, message)
    },
    addBytes: add,
    settle,
    resolve(id) {
      const live = aliases.follow(id, isLive)
      return live === undefined ? FORGOTTEN_TEMPLATE : groups.groupOf(live)
    },
    templates: () =>
      byGroup()
        .map((group) => ({
          id: groups.groupOf(group[0].id),
          text: groups.textOf(group),
          count: group.reduce((sum, draft) => sum + draft.count, 0),
          first: group.reduce((min, draft) => Math.min(min, draft.first), Number.POSITIVE_INFINITY),
          last: group.reduce((max, draft) => Math.max(max, draft.last), 0),
        }))
        .sort((a, b) => a.id - b.id),
    textOf(id) {
      const group = [...tree.drafts()].filter((draft) => groups.groupOf(draft.id) === id)
      return group.length > 0 ? groups.textOf(group) : undefined
    },
    forgotten: () => ({ ...forgotten }),
    state: () => ({
      next,
      taken,
      fresh,
      settled,
      forgotten: { ...forgotten },
      drafts: Array.from(tree.drafts(), (draft) => ({ ...draft, absorbed: [] })),
      changed: tree.changed(),
      ...groups.state(),
      known: known.words(),
    }),
  }
}

/** Merged templates that are still resolved, the latest. */
const CAPACITY = 1 << 20

/** What became of ids that were merged away: remembered for the last million ids, in four megabytes. */
type AliasRing = {
  /** Tells that `from` goes on as `to`. */
  point(from: number, to: number): void
  /** Follows an id until `isLive`, or undefined where it was forgotten or is too old. */
  follow(id: number, isLive: (id: number) => boolean): number | undefined
}

function createAliasRing(): AliasRing {
  let targets = new Float64Array(0)
  let newest = 0
  const grow = (id: number): void => {
    if (id % CAPACITY < targets.length || targets.length === CAPACITY) return
    const grown = new Float64Array(Math.min(CAPACITY, Math.max(1024, targets.length * 2, (id % CAPACITY) + 1)))
    grown.set(targets)
    targets = grown
  }
  return {
    point(from, to) {
      grow(from)
      targets[from % CAPACITY] = to
      newest = Math.max(newest, from)
    },
    follow(id, isLive) {
      let at = id
      while (!isLive(at)) {
        const to = at > newest - CAPACITY ? (targets[at % CAPACITY] ?? 0) : 0
        // Merging always keeps the smaller id, so that the chain goes down and ends.
        if (to <= 0 || to >= at) return undefined
        at = to
      }
      return at
    },
  }
}

const FEWEST_SLOTS = 1024
const MAX_SLOTS = 65_536

/** What was found for messages of a form, see line-shape.ts; of two forms for one slot the later stays. NaN has no slot. */
type ShapeCache<Value> = {
  get(shape: number): Value | undefined
  set(shape: number, value: Value): void
  clear(): void
}

/** A megabyte at most, without an object for each entry, so that forms that never come again cost nothing to collect. */
function createShapeCache<Value>(): ShapeCache<Value> {
  let keys = new Float64Array(FEWEST_SLOTS)
  let values: (Value | undefined)[] = []
  let written = 0
  const slotOf = (shape: number): number => shape & (keys.length - 1)
  return {
    get(shape) {
      const slot = slotOf(shape)
      return keys[slot] === shape ? values[slot] : undefined
    },
    set(shape, value) {
      if (Number.isNaN(shape)) return
      if (written++ >= keys.length && keys.length < MAX_SLOTS) {
        keys = new Float64Array(keys.length * 4)
        values = new Array(keys.length)
        written = 0
      }
      keys[slotOf(shape)] = shape
      values[slotOf(shape)] = value
    },
    clear() {
      keys.fill(0)
      values = []
      written = 0
    },
  }
}
