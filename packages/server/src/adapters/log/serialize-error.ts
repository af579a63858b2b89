import { stdSerializers } from 'pino'

/**
 * An error as the log has it: what failed and where. drizzle puts the statement and its values into the message, and values may
 * be hashes of secrets, addresses, names: they are left out.
 */
export function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack, code } = stdSerializers.err(error) as ReturnType<typeof stdSerializers.err> & {
    code?: string
  }
  return {
    type,
    message: withoutStatement(message),
    stack: withoutStatement(stack),
    ...(code !== undefined && { code }),
  }
}

function withoutStatement(text: string): string {
  return text.replace(/Failed query: .*?(?=\n {4}at |\ncaused by: |$)/gs, 'a query failed')
}
