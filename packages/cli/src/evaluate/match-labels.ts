import { exitCode } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import type { LabelledWindow, WindowBook } from '../io/read-windows.ts'

/** The windows of each file, and the files of the labels that are not among those. */
export interface MatchedLabels {
  windows: (readonly LabelledWindow[])[]
  unused: string[]
}

/**
 * Gives each file its windows: labels and files whose paths end most alike belong together, the last part being the same. A file
 * without a label has no windows. Throws a CliError with LABELS_WITHOUT_FILE where no label belongs to any file, and
 * AMBIGUOUS_LABELS where one could belong to several.
 */
export function matchLabels(files: readonly string[], book: WindowBook): MatchedLabels {
  const labels = [...book.byFile.keys()].filter((label) => label !== '')
  const unnamed = book.byFile.get('') ?? []
  if (unnamed.length > 0 && files.length > 1) {
    const hint = 'Give the labels a column "file", or evaluate one file.'
    throw failure('AMBIGUOUS_LABELS', `${book.name}: the windows name no file, and there are ${files.length}`, hint)
  }
  const labelOf = pairUp(files, labels, book.name)
  if (labels.length > 0 && labelOf.size === 0) {
    const hint = `The labels name "${labels[0]}", the first file is "${files[0]}": the last parts must be the same.`
    throw failure('LABELS_WITHOUT_FILE', `${book.name}: no label belongs to a file that is evaluated`, hint)
  }
  const used = new Set(labelOf.values())
  return {
    windows: files.map((file) => [...unnamed, ...(book.byFile.get(labelOf.get(file) ?? '-') ?? [])]),
    unused: labels.filter((label) => !used.has(label)),
  }
}

type Pair = { file: string; label: string; likeness: number }

/** The most alike first; what is taken is not taken again. */
function pairUp(files: readonly string[], labels: readonly string[], name: string): Map<string, string> {
  const pairs = files.flatMap((file) => {
    const all = labels.map((label): Pair => ({ file, label, likeness: likenessOf(partsOf(file), partsOf(label)) }))
    return all.filter(({ likeness }) => likeness > 0)
  })
  pairs.sort((a, b) => b.likeness - a.likeness)
  const labelOf = new Map<string, string>()
  const fileOf = new Map<string, string>()
  for (const { file, label, likeness } of pairs) {
    if (labelOf.has(file) || fileOf.has(label)) continue
    const rival = pairs.find((other) => {
      const isOther = (other.file === file) !== (other.label === label)
      return isOther && other.likeness === likeness && !labelOf.has(other.file) && !fileOf.has(other.label)
    })
    if (rival) throw ambiguous(name, { file, label, likeness }, rival)
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

function ambiguous(name: string, pair: Pair, rival: Pair): CliError {
  const hint = 'Name the folders as they stand in the labels.'
  const message =
    pair.file === rival.file
      ? `${name}: "${pair.file}" may be ${pair.label} or ${rival.label}`
      : `${name}: the label "${pair.label}" may be ${pair.file} or ${rival.file}`
  return failure('AMBIGUOUS_LABELS', message, hint)
}

function failure(code: string, message: string, hint: string): CliError {
  return new CliError(message, { code, exit: exitCode.failed, hint })
}
