import type { TestAnswer } from '../test-client.ts'

export type ThingKind = 'file' | 'model' | 'detection' | 'job' | 'token'

/** The state acknowledged to a client. Until an answer arrives, both the old and the requested state are possible. */
export interface Expectation {
  readonly kind: ThingKind
  readonly id: string
  /** States that agree with everything acknowledged; never empty. */
  allowed: Set<string>
  /** Known only to the client: a token's secret, a file's content. */
  readonly secret?: string
  /** Of a model; a new version becomes the live one. */
  versions?: number
}

export const ABSENT = 'absent'

export function created(kind: ThingKind, id: string, state: string, secret?: string): Expectation {
  return { kind, id, allowed: new Set([state]), ...(secret !== undefined && { secret }) }
}

/** Asks for a change; the expectation follows the answer, and stays open where none came. */
export async function change(
  expectation: Expectation,
  to: string,
  request: () => Promise<TestAnswer>,
): Promise<TestAnswer> {
  const before = new Set(expectation.allowed)
  expectation.allowed.add(to)
  const answer = await request()
  if (answer.status < 300) expectation.allowed = new Set([to])
  else if (answer.status < 500) expectation.allowed = before
  return answer
}
