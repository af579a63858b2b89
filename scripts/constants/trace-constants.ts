import { type Corpus, isOfAccuracy, type Origin, type Origins, type Table, tables } from './origin.ts'
import type { Constant } from './read-constants.ts'

export type TracedConstant = Constant & { readonly origin: Origin; readonly judgedBy: readonly Table[] }

/** Tables by path of a file or a folder; of several that hold a file, the longest is its own. */
export type Judges = Readonly<Record<string, readonly Table[]>>

export type Traced =
  | { readonly kind: 'complete'; readonly constants: readonly TracedConstant[] }
  | { readonly kind: 'incomplete'; readonly problems: readonly string[] }

/** Joins constants to where they come from. Each needs one origin, and each origin a constant. */
export function traceConstants(constants: readonly Constant[], origins: Origins, judges: Judges): Traced {
  const problems: string[] = []
  const byKey = new Map<string, Origin>()
  for (const [file, entries] of Object.entries(origins)) {
    for (const origin of entries) {
      for (const name of origin.names.split(' ')) {
        if (byKey.has(`${file} ${name}`)) problems.push(`${name} of ${file} has two origins`)
        byKey.set(`${file} ${name}`, origin)
      }
    }
  }
  const traced = constants.flatMap((constant): TracedConstant[] => {
    const origin = byKey.get(`${constant.file} ${constant.name}`)
    byKey.delete(`${constant.file} ${constant.name}`)
    const judgedBy = tablesOf(constant.file, judges)
    if (judgedBy === undefined) problems.push(`no table is named for ${constant.file}`)
    if (origin === undefined) problems.push(`${constant.name} of ${constant.file} has no origin`)
    return origin === undefined || judgedBy === undefined ? [] : [{ ...constant, origin, judgedBy }]
  })
  for (const key of byKey.keys()) problems.push(`${key.replace(/(.*) (.*)/, '$2 of $1')} has an origin and no source`)
  return problems.length > 0 ? { kind: 'incomplete', problems } : { kind: 'complete', constants: traced }
}

function tablesOf(file: string, judges: Judges): readonly Table[] | undefined {
  const longest = Object.keys(judges)
    .filter((path) => file === path || file.startsWith(`${path}/`))
    .reduce((left, right) => (right.length > left.length ? right : left), '')
  return judges[longest]
}

/** The data that a constant was chosen on. */
export function chosenOn({ origin }: TracedConstant): readonly Corpus[] {
  return 'on' in origin ? (origin.on ?? []) : []
}

/** Whether each part of the data is judged with what was chosen on the other parts. */
export function isJudgedOutOfFold({ origin }: TracedConstant): boolean {
  return 'judged' in origin && origin.judged === 'out-of-fold'
}

/** The tables that judge a constant by data that it was chosen on. */
export function tablesOnOwnData(constant: TracedConstant): Table[] {
  if (isJudgedOutOfFold(constant)) return []
  const on = chosenOn(constant)
  const isOwn = (corpus: Corpus): boolean => isOfAccuracy(corpus) && on.includes(corpus)
  return constant.judgedBy.filter((table) => tables[table].some(isOwn))
}
