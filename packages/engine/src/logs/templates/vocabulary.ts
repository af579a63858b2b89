import { isFlag } from '../words/classify-word.ts'

/** Words that have stood in variable places; a column of such words is variable, too, though it has taken few of them. */
export type Vocabulary = {
  has(word: string): boolean
  /** Takes the plain words among the values of a place that is variable. */
  learn(values: Iterable<string>): void
  words(): string[]
  readonly size: number
}

/** Words that are known as values. */
const CAPACITY = 10_000
const PLAIN = /^\p{L}[\p{L}_-]{0,39}$/u

/** The first 10,000 words are kept, so that memory is bounded and the same lines give the same vocabulary. */
export function createVocabulary(saved: Iterable<string> = []): Vocabulary {
  const known = new Set(saved)
  return {
    has: (word) => known.has(word),
    learn(values) {
      for (const value of values) if (known.size < CAPACITY && PLAIN.test(value) && !isFlag(value)) known.add(value)
    },
    words: () => [...known],
    get size() {
      return known.size
    },
  }
}
