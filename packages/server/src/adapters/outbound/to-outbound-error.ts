import { OutboundError, type OutboundFault } from '../../ports/outbound.ts'

const notFoundCodes: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA'])
const timeoutCodes: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])
const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO_|_SIGNATURE/

/** What came of a request to the host, in a sentence that says what to do. */
export function toOutboundError(host: string, cause: unknown): OutboundError {
  const chain = causesOf(cause)
  const known = chain.find((error): error is OutboundError => error instanceof OutboundError)
  if (known) return known
  const named = chain.find((error) => typeof (error as NodeJS.ErrnoException).code === 'string')
  const code = (named as NodeJS.ErrnoException | undefined)?.code ?? ''
  const text = (named ?? chain.at(-1))?.message ?? String(cause)
  const [fault, sentence] = describe(host, code, text)
  return new OutboundError(fault, sentence, { cause })
}

function describe(host: string, code: string, text: string): [OutboundFault, string] {
  if (notFoundCodes.has(code))
    return ['unreachable', `There is no host called ${host}, as far as this server can tell. Check the address.`]
  if (timeoutCodes.has(code)) return ['timeout', `${host} did not answer in time.`]
  if (code === 'ECONNREFUSED') return ['unreachable', `${host} refuses connections. Check the address and its port.`]
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return ['certificate', `The certificate of ${host} is for another name. Use the name that the certificate has.`]
  if (code === 'CERT_HAS_EXPIRED')
    return ['certificate', `The certificate of ${host} has expired. It must be renewed there.`]
  if (certificateCode.test(code))
    return [
      'certificate',
      `The certificate of ${host} is not trusted (${text}). Whoever runs this server can add its authority with OMEN_OUTBOUND_CA.`,
    ]
  if (/^(ERR_SSL|EPROTO)/.test(code))
    return [
      'unreachable',
      `${host} does not speak TLS there. Check whether the address begins with http or https, and its port.`,
    ]
  return ['unreachable', `${host} cannot be reached: ${text}.`]
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let at = error; at instanceof Error && causes.length < 8; at = at.cause) causes.push(at)
  return causes
}
