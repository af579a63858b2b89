/** The windows of each file, and the labels that belong to none of them. */
export type MatchedLabels<Window> = { kind: 'matched'; windows: (readonly Window[])[]; unused: string[] }

/** Labels that cannot be matched: windows without a file where there are several, no pair at all, or two pairs alike. */
export type LabelProblem =
  | { kind: 'no-file-named'; files: number }
  | { kind: 'nothing-matches'; label: string; file: string | undefined }
  | { kind: 'ambiguous'; pair: LabelPair; rival: LabelPair }

/** A file and the label that may be its own. */
export type LabelPair = { file: string; label: string; likeness: number }

/**
 * Gives each file its windows: labels and files whose paths end most alike belong together, the last part being the same. A file
 * without a label has no windows. Windows under the label '' are those of the only file.
 */
export function matchLabels<Window>(
  files: readonly string[],
  windowsByLabel: ReadonlyMap<string, readonly Window[]>,
): MatchedLabels<Window> | LabelProblem {
  const labels = [...windowsByLabel.keys()].filter((label) => label !== '')
  const unnamed = windowsByLabel.get('') ?? []
  if (unnamed.length > 0 && files.length > 1) return { kind: 'no-file-named', files: files.length }
  const paired = pairUp(files, labels)
  if (!(paired instanceof Map)) return paired
  if (labels.length > 0 && paired.size === 0) return { kind: 'nothing-matches', label: labels[0]!, file: files[0] }
  const used = new Set(paired.values())
  return {
    kind: 'matched',
    windows: files.map((file) => [...unnamed, ...(windowsByLabel.get(paired.get(file) ?? '-') ?? [])]),
    unused: labels.filter((label) => !used.has(label)),
  }
}

/** The most alike first; what is taken is not taken again. */
function pairUp(files: readonly string[], labels: readonly string[]): Map<string, string> | LabelProblem {
  const pairs = files.flatMap((file) => {
    const all = labels.map((label) => ({ file, label, likeness: likenessOf(partsOf(file), partsOf(label)) }))
    return all.filter(({ likeness }) => likeness > 0)
  })
  pairs.sort((a, b) => b.likeness - a.likeness)
  const labelOf = new Map<string, string>()
  const fileOf = new Map<string, string>()
  for (const pair of pairs) {
    const { file, label, likeness } = pair
    if (labelOf.has(file) || fileOf.has(label)) continue
    const rival = pairs.find((other) => {
      const isOther = (other.file === file) !== (other.label === label)
      return isOther && other.likeness === likeness && !labelOf.has(other.file) && !fileOf.has(other.label)
    })
    if (rival) return { kind: 'ambiguous', pair, rival }
    labelOf.set(file, label)
    fileOf.set(label, file)
  }
  return labelOf
}

function partsOf(path: string): string[] {
  const parts = path.replaceAll('\\', '/').replace(/\.gz$/i, '').split('/')
  return parts.filter((part) => part !== '' && part !== '.')
}

/** How many last parts are the same; a half more where all are. */
function likenessOf(a: readonly string[], b: readonly string[]): number {
  let length = 0
  while (length < Math.min(a.length, b.length) && a.at(-1 - length) === b.at(-1 - length)) length++
  return length === a.length && length === b.length ? length + 0.5 : length
}
