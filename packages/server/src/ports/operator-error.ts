/** An error whose message tells the operator what failed, why, and what to do. It is printed without a stack trace. */
export class OperatorError extends Error {}

/** Why something failed, as the middle of a sentence, and what to do about it, as a sentence of its own. */
export interface Cause {
  readonly why: string
  readonly advice: string
}
