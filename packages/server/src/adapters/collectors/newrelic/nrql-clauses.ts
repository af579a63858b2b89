/** A quoted text or name, a bracket, or the keyword of a clause. */
const TOKEN =
  /'(?:\\.|[^'\\])*'|`[^`]*`|[()]|\b(?:SELECT|FROM|WHERE|FACET|TIMESERIES|SLIDE\s+BY|COMPARE\s+WITH|WITH\s+TIMEZONE|ORDER\s+BY|EXTRAPOLATE|PREDICT|SINCE|UNTIL|LIMIT|OFFSET|SHOW\s+EVENT\s+TYPES)\b/gi

/** What says how much of which time is asked for, and in which order: Omen says it itself. */
const OWN_CLAUSES = /^(?:TIMESERIES|SLIDE\s+BY|COMPARE\s+WITH|ORDER\s+BY|SINCE|UNTIL|LIMIT|OFFSET)\b/i

/** The query without the clauses that Omen adds itself. https://docs.newrelic.com/docs/nrql/nrql-syntax-clauses-functions/ */
export function withoutTime(nrql: string): string {
  return splitClauses(nrql)
    .filter((clause) => !OWN_CLAUSES.test(clause))
    .join(' ')
}

/** What is selected from where: series of two queries that are alike in it have the same names. */
export function selectionOf(nrql: string): string {
  return splitClauses(nrql)
    .filter((clause) => /^(?:SELECT|FROM)\b/i.test(clause))
    .sort()
    .join(' ')
}

/** A text in quotes. */
export function quoteText(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}

/** The name of an attribute or a metric. */
export function quoteName(name: string): string {
  return `\`${name.replaceAll('`', '')}\``
}

function splitClauses(nrql: string): string[] {
  const starts = [0]
  let depth = 0
  for (const { 0: text, index } of nrql.matchAll(TOKEN)) {
    if (text === '(') depth++
    else if (text === ')') depth--
    else if (depth === 0 && /^[a-z]/i.test(text)) starts.push(index)
  }
  return starts.map((start, at) => nrql.slice(start, starts[at + 1]).trim()).filter((clause) => clause !== '')
}
