/** Letters of one kind are exchanged in a ring, so that vowels stay vowels and hexadecimal digits stay such. */
const RINGS = ['aeiou', 'bcdf', 'ghjklmnpqrstvwxyz']
const other = new Map(
  RINGS.flatMap((ring) =>
    [...ring].map((letter, i) => [letter, ring[(i + 1 + (ring.length >> 2)) % ring.length] as string]),
  ),
)

/** Words that are the notation of a value rather than vocabulary: units, months and days, switches, methods and schemes of HTTP. */
const notation = new Set(
  [
    'B KB MB GB TB kB KiB MiB GiB ns us ms s sec secs min h Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
    'Mon Tue Wed Thu Fri Sat Sun UTC GMT PDT PST true false yes no on off null none nil TRUE FALSE YES NO ON OFF NULL',
    'enabled disabled GET POST PUT DELETE HEAD PATCH OPTIONS HTTP http https',
  ].flatMap((line) => line.split(' ')),
)

const swapLetter = (letter: string): string => {
  const lower = letter.toLowerCase()
  const swapped = other.get(lower) ?? letter
  return letter === lower ? swapped : swapped.toUpperCase()
}

/** Replaces every word without digits by another of the same length, letter case and kinds of letters; equal words stay equal. */
export const swapWords = (text: string): string =>
  text.replace(/(?<![A-Za-z0-9])[A-Za-z]+(?![A-Za-z0-9])/g, (word) =>
    notation.has(word) ? word : [...word].map(swapLetter).join(''),
  )
