/** A refusal, by the code that the older Query protocol gives it. */
export class AmazonFault extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}
