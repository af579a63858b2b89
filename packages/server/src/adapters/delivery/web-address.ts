import { ChannelKeyError } from '../../ports/alert-channel.ts'

const SENTENCE = {
  en: 'Paste the whole address that the service shows, beginning with https://.',
  'zh-CN': '请粘贴该服务给出的完整地址，以 https:// 开头。',
}

/** The host of an address, with the end of its path, which is part of the secret but for a few characters. */
export function describeAddress(text: string): string {
  const url = requireWebAddress('serviceKey', text)
  const end = `${url.pathname}${url.search}`.slice(1).slice(-4)
  return end === '' ? url.host : `${url.host}/…${end}`
}

export function requireWebAddress(field: ChannelKeyError['field'], text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url
  throw new ChannelKeyError(field, SENTENCE)
}
