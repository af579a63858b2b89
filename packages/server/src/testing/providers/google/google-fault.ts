import type { WireAnswer } from '../../../ports/collector.contract.ts'
import { json } from '../wire-server.ts'

/** A refusal, by its HTTP status and the name that gRPC has for it. */
export class GoogleFault extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** https://cloud.google.com/apis/design/errors#http_mapping */
export function googleError(
  status: number,
  code: string,
  message: string,
  { headers = {}, details }: { headers?: Readonly<Record<string, string>>; details?: readonly unknown[] } = {},
): WireAnswer {
  return json(status, { error: { code: status, message, status: code, ...(details && { details }) } }, headers)
}

export function invalidArgument(message: string): GoogleFault {
  return new GoogleFault(400, 'INVALID_ARGUMENT', message)
}

/** Refuses a parameter that the method does not have. */
export function requireKnown(names: Iterable<string>, known: readonly string[]): void {
  for (const name of names)
    if (!known.includes(name))
      throw invalidArgument(`Invalid JSON payload received. Unknown name "${name}": Cannot bind query parameter.`)
}
