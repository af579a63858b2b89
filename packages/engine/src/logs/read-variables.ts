/**
 * What stood in the places of `<*>` when a message is read by the text of its template, or undefined where it does not fit.
 * A place takes the shortest text up to what follows it; the last one takes the rest.
 */
export function readVariables(template: string, message: string): string[] | undefined {
  return createVariableReader(template)(message)
}

/** The same for many messages of one template. */
export function createVariableReader(template: string): (message: string) => string[] | undefined {
  const [head = '', ...rest] = template.split('<*>')
  return (message) => readPlaces(head, rest, message)
}

function readPlaces(head: string, rest: readonly string[], message: string): string[] | undefined {
  if (!message.startsWith(head)) return undefined
  const values: string[] = []
  let at = head.length
  for (let i = 0; i < rest.length; i++) {
    const piece = rest[i] as string
    const isLast = i === rest.length - 1
    const end = isLast ? lastFit(message, piece, at) : piece === '' ? at : message.indexOf(piece, at)
    if (end < at) return undefined
    values.push(message.slice(at, end))
    at = end + piece.length
  }
  return rest.length > 0 || at === message.length ? values : undefined
}

const lastFit = (message: string, piece: string, from: number): number =>
  message.length - piece.length >= from && message.endsWith(piece) ? message.length - piece.length : -1
