import type { AlertOrder } from '../../ports/alert-channel.ts'

interface OutcomeTexts {
  /** `said` begins with a colon, or is empty. */
  readonly answered: (status: number, said: string) => string
  readonly redirects: (status: number) => string
  readonly answeredInstead: (status: number, expected: number, said: string) => string
  readonly notAccepted: (said: string) => string
  readonly webPage: string
  readonly webPageInstead: string
  readonly digestIsOver: string
}

/** What came of an attempt, for the owner of the integration. */
export const outcomeTexts: Readonly<Record<AlertOrder['locale'], OutcomeTexts>> = {
  en: {
    answered: (status, said) => `It answered ${status}${said}.`,
    redirects: (status) => `It redirects to another address (${status}). Use that one instead.`,
    answeredInstead: (status, expected, said) => `It answered ${status} instead of ${expected}${said}.`,
    notAccepted: (said) => `It did not accept the message${said}.`,
    webPage: 'a web page',
    webPageInstead: 'It answered with a web page instead of accepting the message. Check the address.',
    digestIsOver: 'All incidents of the digest were over when it was sent.',
  },
  'zh-CN': {
    answered: (status, said) => `对方返回 ${status}${said}。`,
    redirects: (status) => `对方重定向到了另一个地址（${status}），请改用该地址。`,
    answeredInstead: (status, expected, said) => `对方返回 ${status}，而不是 ${expected}${said}。`,
    notAccepted: (said) => `对方未接受该消息${said}。`,
    webPage: '一个网页',
    webPageInstead: '对方返回了网页，未接受该消息。请检查地址。',
    digestIsOver: '发送时，汇总中的事件均已结束。',
  },
}
