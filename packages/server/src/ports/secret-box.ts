/** Seals what only the server itself may read. */
export interface SecretBox {
  /** `about` says what it belongs to; it can be opened with the same only. */
  seal(secret: string, about: string): Uint8Array
  /** Throws `SecretBoxError` where it was sealed with a key that is not there, for something else, or was changed. */
  open(sealed: Uint8Array, about: string): string
  /** Whether it was sealed with a key that has been replaced, so that it should be sealed anew. */
  isOutdated(sealed: Uint8Array): boolean
}

export class SecretBoxError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SecretBoxError'
  }
}
