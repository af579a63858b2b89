import { type Draft, fitsDraft } from './draft.ts'
import { type Evidence, mergeBucket } from './merge-bucket.ts'

type Bucket = { readonly key: string; readonly exact: Map<string, Draft>; open: Draft[]; isChanged: boolean }

/** Drafts by their gaps, then by their words; the ones with free columns are tried in the order of how few they have. */
export type DraftTree = {
  find(words: readonly string[], gaps: readonly string[]): Draft | undefined
  insert(draft: Draft): void
  /** A draft of each bucket that changed since it was last merged. */
  changed(): number[]
  /** Makes exactly the buckets of these drafts count as changed. */
  setChanged(ids: readonly number[]): void
  remove(drafts: readonly Draft[]): void
  /** Merges every bucket that changed, all where there are new known words, and gives the drafts that took others over. */
  merge(): Draft[]
  drafts(): Iterable<Draft>
  get(id: number): Draft | undefined
  size(): number
}

const bucketKey = (gaps: readonly string[]): string => gaps.join('\n').replace(/[^\S\n]+/g, ' ')
const wordsKey = (words: readonly string[]): string => words.join('\n')
const byFreedom = (a: Draft, b: Draft): number => a.free.length - b.free.length || a.id - b.id

/** Merging adds to the known words of `evidence`. */
export function createDraftTree(evidence: Evidence): DraftTree {
  const buckets = new Map<string, Bucket>()
  const byId = new Map<number, Draft>()

  const put = (bucket: Bucket, draft: Draft): void => {
    byId.set(draft.id, draft)
    bucket.exact.set(wordsKey(draft.words), draft)
    if (draft.free.length > 0) bucket.open.push(draft)
  }
  const mergeOne = (bucket: Bucket): Draft[] => {
    bucket.isChanged = false
    const before = [...bucket.exact.values()]
    const merged = mergeBucket(before, evidence)
    if (merged.length === before.length) return []
    for (const draft of before) byId.delete(draft.id)
    bucket.exact.clear()
    bucket.open = []
    for (const draft of merged) put(bucket, draft)
    bucket.open.sort(byFreedom)
    return merged.filter((draft) => draft.absorbed.length > 0)
  }

  return {
    find(words, gaps) {
      const bucket = buckets.get(bucketKey(gaps))
      return bucket?.exact.get(wordsKey(words)) ?? bucket?.open.find((draft) => fitsDraft(draft, words))
    },
    insert(draft) {
      const key = bucketKey(draft.gaps)
      const bucket = buckets.get(key) ?? { key, exact: new Map(), open: [], isChanged: true }
      buckets.set(key, bucket)
      put(bucket, draft)
      if (draft.free.length > 0) bucket.open.sort(byFreedom)
      bucket.isChanged = true
    },
    changed: () =>
      [...buckets.values()]
        .flatMap(({ isChanged, exact }) => (isChanged ? [...exact.values()].slice(0, 1) : []))
        .map(({ id }) => id),
    setChanged(ids) {
      for (const bucket of buckets.values()) bucket.isChanged = false
      for (const id of ids) {
        const bucket = buckets.get(bucketKey(byId.get(id)?.gaps ?? []))
        if (bucket) bucket.isChanged = true
      }
    },
    remove(drafts) {
      for (const draft of drafts) {
        byId.delete(draft.id)
        const bucket = buckets.get(bucketKey(draft.gaps)) as Bucket
        bucket.exact.delete(wordsKey(draft.words))
        if (draft.free.length > 0) bucket.open = bucket.open.filter((one) => one !== draft)
        if (bucket.exact.size === 0) buckets.delete(bucket.key)
      }
    },
    merge() {
      const before = evidence.known.size
      const merged = [...buckets.values()].flatMap((bucket) => (bucket.isChanged ? mergeOne(bucket) : []))
      return evidence.known.size === before ? merged : [...merged, ...[...buckets.values()].flatMap(mergeOne)]
    },
    drafts: () => byId.values(),
    get: (id) => byId.get(id),
    size: () => byId.size,
  }
}
