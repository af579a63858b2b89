import type { IngestResult } from '../schema/wire-types.ts'

/** For protocols whose answer is a text: a sender writes the first line into its log. Empty where nothing was left out. */
export function describeRejects(
  { accepted, rejected, rejects }: Pick<IngestResult, 'accepted' | 'rejected' | 'rejects'>,
  what: 'samples' | 'lines',
): string {
  if (rejected === 0) return ''
  const reasons = rejects.map(({ count, line, series, message }) => {
    const place = [...(line === undefined ? [] : [`line ${line}`]), ...(series ? [series] : [])].join(', ')
    return `${count} ${place && `(${place}) `}${message}`
  })
  return `${rejected} of ${accepted + rejected} ${what} were left out, the others are stored: ${reasons.join(' ')}`
}
