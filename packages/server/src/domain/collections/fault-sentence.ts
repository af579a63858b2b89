import type { CollectionFault } from '../../schema/wire-types.ts'
import type { Locale } from '../errors.ts'

/** What is wrong and what to do, with the provider's own words where it said something; of what is left out, why. */
export function faultSentence(fault: CollectionFault, providerText: string | null | undefined, locale: Locale): string {
  const sentence = SENTENCES[fault][locale]
  if (fault === 'leftOut') return `${sentence} ${providerText ?? ''}`.trim()
  return withProviderText(sentence, providerText, locale)
}

function withProviderText(sentence: string, providerText: string | null | undefined, locale: Locale): string {
  if (!providerText) return sentence
  return locale === 'en' ? `${sentence} It said: ${providerText}` : `${sentence}对方返回：${providerText}`
}

/** The same of a connection that is only tried: nothing is fetched yet. Why it cannot be reached already tells what to do. */
export function trialSentence(fault: CollectionFault, providerText: string | null | undefined, locale: Locale): string {
  const trial = TRIALS[fault]
  if (trial === undefined) return faultSentence(fault, providerText, locale)
  const space = locale === 'en' ? ' ' : ''
  const { what, advice } = trial[locale]
  if (fault === 'unreachable' && providerText) return `${what}${space}${providerText}`
  return withProviderText(`${what}${space}${advice}`, providerText, locale)
}

const TRIALS: Readonly<Partial<Record<CollectionFault, Record<Locale, { what: string; advice: string }>>>> = {
  unreachable: {
    en: { what: 'The service cannot be reached.', advice: 'Check the address and the network.' },
    'zh-CN': { what: '无法连接服务。', advice: '请检查地址和网络。' },
  },
  timeout: {
    en: { what: 'The service did not answer in time.', advice: 'Try again, or check the address and the network.' },
    'zh-CN': { what: '服务未能及时响应。', advice: '请重试，或检查地址和网络。' },
  },
  providerFailed: {
    en: { what: 'The service failed.', advice: 'Try again later.' },
    'zh-CN': { what: '服务出现故障。', advice: '请稍后重试。' },
  },
  throttled: {
    en: { what: 'The service asks for fewer calls.', advice: 'Try again later.' },
    'zh-CN': { what: '服务要求减少调用次数。', advice: '请稍后重试。' },
  },
}

const SENTENCES: Readonly<Record<CollectionFault, Readonly<Record<Locale, string>>>> = {
  credentials: {
    en: 'The service does not accept the keys: they are wrong, revoked or have expired. Enter new ones.',
    'zh-CN': '服务拒绝了密钥：密钥错误、已被吊销或已过期。请填写新的密钥。',
  },
  permission: {
    en: 'The keys may not read this. Give them the permission, or choose what they may read.',
    'zh-CN': '密钥没有读取权限。请授予权限，或改选有权读取的内容。',
  },
  notFound: {
    en: 'The service does not have what was asked for. Check the names and the address.',
    'zh-CN': '服务中没有所请求的内容。请检查名称和地址。',
  },
  query: {
    en: 'The service does not accept a query or a setting. Correct it.',
    'zh-CN': '服务不接受某个查询或设置，请修改。',
  },
  throttled: {
    en: 'The service asks for fewer calls. Omen waits for as long as it says and then goes on; nothing is lost.',
    'zh-CN': '服务要求减少调用次数。Omen 会按其要求等待后继续，不会丢失数据。',
  },
  quota: {
    en: 'The quota of the account at the service is used up. It goes on when there is quota again; fetch less, or less often.',
    'zh-CN': '该账户在服务中的配额已用完，配额恢复后将继续。请减少采集内容或降低频率。',
  },
  unreachable: {
    en: 'The service cannot be reached. Check the address and the network; what is missed is fetched afterwards.',
    'zh-CN': '无法连接服务。请检查地址和网络；恢复后会补采缺失的数据。',
  },
  refusedAddress: {
    en: 'The address is private, and the operator of this server has not allowed it (OMEN_OUTBOUND_ALLOW).',
    'zh-CN': '该地址属于内网，服务器管理员尚未允许（OMEN_OUTBOUND_ALLOW）。',
  },
  certificate: {
    en: "The certificate of the service is not trusted. Name its authority in OMEN_OUTBOUND_CA, or correct the host's name.",
    'zh-CN': '服务的证书不受信任。请在 OMEN_OUTBOUND_CA 中指定其签发机构，或更正主机名。',
  },
  timeout: {
    en: 'The service did not answer in time. It is asked again; what is missed is fetched afterwards.',
    'zh-CN': '服务未能及时响应，将会重试；恢复后会补采缺失的数据。',
  },
  providerFailed: {
    en: 'The service failed. It is asked again; what is missed is fetched afterwards.',
    'zh-CN': '服务出现故障，将会重试；恢复后会补采缺失的数据。',
  },
  badAnswer: {
    en: 'The answer of the service cannot be read. Check that the address is that of its API and not of a page or a proxy.',
    'zh-CN': '无法解析服务的响应。请确认地址指向其 API，而不是网页或代理。',
  },
  tooMuch: {
    en: 'There is more than a project may hold. Choose less, or add several projects.',
    'zh-CN': '内容超过一个项目的上限。请减少选择，或拆分为多个项目。',
  },
  leftOut: {
    en: 'It fetches, but not all of it can be stored.',
    'zh-CN': '正在采集，但部分数据无法存储。',
  },
  clock: {
    en: "The clocks of this server and of the service differ too much. Set this server's clock.",
    'zh-CN': '本服务器与服务的时钟相差过大，请校准本服务器的时钟。',
  },
  secretKey: {
    en: 'The keys cannot be opened: the secret key of this server has changed. Enter the keys again, or restore secret.key or OMEN_SECRET_KEY.',
    'zh-CN': '无法解密已保存的密钥：本服务器的加密密钥已更改。请重新填写密钥，或恢复 secret.key 或 OMEN_SECRET_KEY。',
  },
  internal: {
    en: 'Omen itself failed while fetching. It tries again; the log of the server says more.',
    'zh-CN': 'Omen 在采集时出错，将会重试；详情见服务器日志。',
  },
}
