import { CollectorError } from '../../ports/collector.ts'
import { OutboundError } from '../../ports/outbound.ts'

const maxBytes = 64 * 1024 ** 2

/** The whole body of an answer. Rejects with `unreachable` where it ends early, with `tooMuch` where it is larger than any page. */
export async function readAnswer(response: Response, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > maxBytes)
        throw new CollectorError('tooMuch', { providerText: `An answer is larger than ${maxBytes} bytes.` })
      chunks.push(chunk)
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof CollectorError || error instanceof OutboundError) throw error
    throw new CollectorError('unreachable', {
      providerText: 'The connection ended in the middle of an answer.',
      cause: error,
    })
  }
  const body = new Uint8Array(bytes)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.length
  }
  return body
}
