/** How a result can be written. */
export const FORMATS = ['text', 'json', 'csv', 'md', 'html', 'pdf', 'junit', 'sarif'] as const
export type Format = (typeof FORMATS)[number]

const ENDINGS: readonly [RegExp, Format][] = [
  [/\.sarif(\.json)?$/i, 'sarif'],
  [/\.json$/i, 'json'],
  [/\.(csv|tsv)$/i, 'csv'],
  [/\.(md|markdown)$/i, 'md'],
  [/\.html?$/i, 'html'],
  [/\.pdf$/i, 'pdf'],
  [/\.xml$/i, 'junit'],
  [/\.txt$/i, 'text'],
]

/** The format that the ending of a file says; undefined if it says none. */
export function formatOf(path: string): Format | undefined {
  return ENDINGS.find(([ending]) => ending.test(path))?.[1]
}
