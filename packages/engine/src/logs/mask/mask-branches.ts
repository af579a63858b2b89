/** What a variable part becomes inside the parser; a private-use character, so that no ordinary text holds it. */
export const SLOT = '\uE000'

/** What no word goes on across, besides blanks: quotes, brackets, commas, semicolons, equal signs, bars. */
export const STOPS = '"\'()[]{}<>,;=|'

const MONTHS = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const DAYS = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'

/**
 * The forms of variable text. Every branch begins with a fixed class of characters and repeats only over capped classes that
 * exclude one another, so that the pass is linear in the length of the line. Order matters: the longer reading comes first.
 */
export const MASK_BRANCHES: readonly string[] = [
  // the rest of a URL behind its scheme, without the colon or full stop of the sentence
  '(?<=[A-Za-z]://)[^\\s"\'<>()\\[\\]{},;]{1,2048}(?<![:.])',
  // the target of an HTTP request line, with its protocol
  '(?<=\\b(?:GET|POST|PUT|DELETE|HEAD|PATCH|OPTIONS) )(?:/|https?:/)\\S{0,2048}(?: HTTP/\\d(?:\\.\\d)?\\b)?',
  `\\b${DAYS},? ${MONTHS} {1,2}\\d{1,2} \\d\\d:\\d\\d:\\d\\d (?:[A-Z]{3,4} )?\\d{4}\\b`,
  '(?<![\\w-])[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}(?![\\w-])',
  // IPv6 with groups left out; hardware addresses and IPv6: five groups or more
  '(?<![\\w:])(?=[A-Fa-f:]{0,39}\\d)[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6}::(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6})?(?![\\w:])',
  '(?<![\\w:])[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{0,4}){4,15}(?![\\w:])',
  '(?<![\\w])[A-Za-z]:\\\\[^\\s"\'<>|,;]{1,1024}',
  '(?<![\\w./*\\\\])\\\\\\\\[^\\s"\'<>|,;]{1,1024}',
  '(?<![\\w./*)\\]>-])/[\\w.+~%@$-]{1,255}(?:/[\\w.+~%@$-]{0,255}){1,64}(?<!\\.)',
  // addresses and version numbers
  '(?<![\\w.])v?\\d{1,10}(?:\\.\\d{1,10}){2,8}(?!\\w)',
  // hosts: before a port, before /address, or a full name whose first label holds a digit
  '(?<![\\w./-])(?=[\\w-]{0,63}[.\\d])[A-Za-z0-9][\\w-]{0,62}(?:\\.[\\w-]{1,63}){0,8}(?<!\\.(?:c|cc|cpp|h|hpp|java|kt|py|go|rs|js|ts|rb|php|cs))(?=:\\d{2,5}(?!\\w))',
  '(?<![\\w./-])[A-Za-z0-9][\\w.-]{0,120}(?=/\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d)',
  '(?<![\\w./-])(?=[A-Za-z-]{0,63}\\d)[A-Za-z0-9][\\w-]{0,62}(?:\\.[A-Za-z][\\w-]{0,62}){2,8}(?!\\w)',
  '(?<![\\w.+-])[A-Za-z0-9][\\w.+-]{0,63}@[A-Za-z0-9-]{1,63}(?:\\.[A-Za-z0-9-]{1,63}){1,8}(?!\\w)',
  '(?<![A-Za-z0-9])0[xX][0-9A-Fa-f]{1,64}(?!\\w)',
  '(?<!\\w)(?=[A-Fa-f]{0,63}\\d)[0-9A-Fa-f]{7,128}(?!\\w)',
  // package/.Component names, and dotted or slashed values of a key
  '(?<![\\w./])[A-Za-z]\\w{0,63}(?:\\.\\w{1,63}){1,12}/[\\w.$]{1,255}',
  '(?<==\\s?)[A-Za-z][\\w$-]{0,127}(?:[./@][\\w$-]{1,127}){2,16}',
  // the numbered tail of an identifier
  '(?<=[A-Za-z]_)-?\\d\\w{0,255}',
  // numbers, with a sign where a value begins, and words that begin with a digit
  '(?:(?<=[\\s=:(,\\[]|^)[-+])?(?<![A-Za-z0-9])\\d[A-Za-z0-9]{0,255}',
]
