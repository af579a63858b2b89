/**
 * Units of UCUM, which OpenTelemetry uses, as they are written elsewhere. Source: Unified Code for Units of Measure.
 */
const UCUM: Readonly<Record<string, string>> = {
  '1': '',
  By: 'B',
  kBy: 'kB',
  MBy: 'MB',
  GBy: 'GB',
  KiBy: 'KiB',
  MiBy: 'MiB',
  GiBy: 'GiB',
  Cel: '°C',
}

/**
 * A unit as people write it: that of UCUM by its usual symbol, `1` as none, and an annotation as its word, `{request}/s` as `requests/s`. Any
 * other unit as it is.
 */
export function plainUnit(unit: string): string {
  const [over = '', ...under] = unit.split('/')
  return [plainPart(over), ...under.map((part) => UCUM[part] ?? part.replace(ANNOTATION, '$1'))].join('/')
}

const ANNOTATION = /\{([^{}]*)\}/g

function plainPart(part: string): string {
  const noun = /^\{([a-z]+)\}$/.exec(part)?.[1]
  return noun === undefined ? (UCUM[part] ?? part.replace(ANNOTATION, '$1')) : plural(noun)
}

/** Things are counted: of the words that annotations have, `{query}` and `{process}` do not just take an s. */
function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  if (/(ss|x|ch|sh)$/.test(noun)) return `${noun}es`
  return noun.endsWith('s') ? noun : `${noun}s`
}
