import { TransportError } from '@omen/sdk'

export const isTransportAbort = (error: unknown): boolean => error instanceof TransportError && error.kind === 'aborted'
