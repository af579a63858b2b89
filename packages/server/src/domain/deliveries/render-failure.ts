import type { Answered, DeliveryFailure } from '../../schema/delivery-failure.ts'
import type { Locale } from '../errors.ts'

type Texts = {
  readonly [Code in DeliveryFailure['code']]: (failure: Extract<DeliveryFailure, { code: Code }>) => string
}

const texts: Readonly<Record<Locale, Texts>> = {
  en: {
    answered: ({ status, answer }) => `It answered ${status}${quoted(answer, 'en')}.`,
    answeredInstead: ({ status, expected, answer }) =>
      `It answered ${status} instead of ${expected}${quoted(answer, 'en')}.`,
    redirects: ({ status }) => `It redirects to another address (${status}). Use that one instead.`,
    notAccepted: ({ answer }) => `It did not accept the message${quoted(answer, 'en')}.`,
    unreachable: ({ sentence }) => sentence.en,
    unsubscribed: ({ address }) => `${address} has unsubscribed.`,
    failed: ({ reason }) => `It could not be sent: ${reason}`,
    text: ({ text }) => text,
    webPageInstead: () => 'It answered with a web page instead of accepting the message. Check the address.',
    digestIsOver: () => 'All incidents of the digest were over when it was sent.',
    removed: () => 'Its project or account was removed.',
    noMailServer: () =>
      'This server has no mail server, so that the mail was only printed to its console. Its operator can name one: OMEN_SMTP_URL.',
    keyMissing: () =>
      'The server does not have the key that the address of this integration was sealed with. Its operator can give it that key (OMEN_SECRET_KEY); or remove the integration and add it again.',
    late: () => 'It did not answer in time.',
    interrupted: () => 'The server stopped while it was sent.',
  },
  'zh-CN': {
    answered: ({ status, answer }) => `对方返回 ${status}${quoted(answer, 'zh-CN')}。`,
    answeredInstead: ({ status, expected, answer }) =>
      `对方返回 ${status}，而不是 ${expected}${quoted(answer, 'zh-CN')}。`,
    redirects: ({ status }) => `对方重定向到了另一个地址（${status}），请改用该地址。`,
    notAccepted: ({ answer }) => `对方未接受该消息${quoted(answer, 'zh-CN')}。`,
    unreachable: ({ sentence }) => sentence['zh-CN'],
    unsubscribed: ({ address }) => `${address} 已退订。`,
    failed: ({ reason }) => `无法发送：${reason}`,
    text: ({ text }) => text,
    webPageInstead: () => '对方返回了网页，未接受该消息。请检查地址。',
    digestIsOver: () => '发送时，汇总中的事件均已结束。',
    removed: () => '其项目或账号已被移除。',
    noMailServer: () => '此服务器未设置邮件服务器，邮件仅输出到其控制台。管理员可通过 OMEN_SMTP_URL 设置。',
    keyMissing: () =>
      '服务器没有用于加密此集成地址的密钥。管理员可通过 OMEN_SECRET_KEY 提供该密钥；或移除此集成后重新添加。',
    late: () => '对方未及时响应。',
    interrupted: () => '发送过程中服务器停止了运行。',
  },
}

/** What came of an attempt, for the owner of the project or the integration. */
export function renderFailure(failure: DeliveryFailure, locale: Locale): string {
  const render = texts[locale][failure.code] as (given: DeliveryFailure) => string
  return render(failure)
}

/** Null for none. */
export function renderIfFailed(failure: DeliveryFailure | null, locale: Locale): string | null {
  return failure === null ? null : renderFailure(failure, locale)
}

/** Behind a colon; empty where the service answered nothing. */
function quoted({ text, isWebPage }: Answered, locale: Locale): string {
  const line = isWebPage ? WEB_PAGE[locale] : text
  return line === '' ? '' : `${locale === 'en' ? ': ' : '：'}${line}`
}

const WEB_PAGE = { en: 'a web page', 'zh-CN': '一个网页' }
