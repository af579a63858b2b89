import { OutboundError, type OutboundFault, type OutboundSentence } from '../../ports/outbound.ts'

const NOT_FOUND_CODES: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA'])
const TIMEOUT_CODES: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])
const CERTIFICATE_CODE = /CERT|SELF_SIGNED|UNABLE_TO_|_SIGNATURE/

/** What came of a request to the host, in a sentence that says what to do. */
export function toOutboundError(host: string, cause: unknown): OutboundError {
  const chain = causesOf(cause)
  const known = chain.find((error): error is OutboundError => error instanceof OutboundError)
  if (known) return known
  const named = chain.find((error) => typeof (error as NodeJS.ErrnoException).code === 'string')
  const code = (named as NodeJS.ErrnoException | undefined)?.code ?? ''
  const text = (named ?? chain.at(-1))?.message ?? String(cause)
  return new OutboundError(...describe(host, code, text), { cause })
}

function describe(host: string, code: string, text: string): [OutboundFault, OutboundSentence] {
  if (NOT_FOUND_CODES.has(code))
    return sentence(
      'unreachable',
      `There is no host called ${host}, as far as this server can tell. Check the address.`,
      `服务器找不到名为 ${host} 的主机，请检查地址。`,
    )
  if (TIMEOUT_CODES.has(code)) return sentence('timeout', `${host} did not answer in time.`, `${host} 未及时响应。`)
  if (code === 'ECONNREFUSED')
    return sentence(
      'unreachable',
      `${host} refuses connections. Check the address and its port.`,
      `${host} 拒绝连接，请检查地址和端口。`,
    )
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return sentence(
      'certificate',
      `The certificate of ${host} is for another name. Use the name that the certificate has.`,
      `${host} 的证书属于另一个域名，请使用证书中的域名。`,
    )
  if (code === 'CERT_HAS_EXPIRED')
    return sentence(
      'certificate',
      `The certificate of ${host} has expired. It must be renewed there.`,
      `${host} 的证书已过期，需要对方更新。`,
    )
  if (CERTIFICATE_CODE.test(code))
    return sentence(
      'certificate',
      `The certificate of ${host} is not trusted (${text}). Whoever runs this server can add its authority with OMEN_OUTBOUND_CA.`,
      `${host} 的证书不受信任（${text}）。服务器管理员可通过 OMEN_OUTBOUND_CA 添加其颁发机构。`,
    )
  if (/^(ERR_SSL|EPROTO)/.test(code))
    return sentence(
      'unreachable',
      `${host} does not speak TLS there. Check whether the address begins with http or https, and its port.`,
      `${host} 在该端口不支持 TLS。请检查地址以 http 还是 https 开头，以及端口。`,
    )
  return sentence('unreachable', `${host} cannot be reached: ${text}.`, `无法连接 ${host}：${text}。`)
}

function sentence(fault: OutboundFault, en: string, chinese: string): [OutboundFault, OutboundSentence] {
  return [fault, { en, 'zh-CN': chinese }]
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let at = error; at instanceof Error && causes.length < 8; at = at.cause) causes.push(at)
  return causes
}
