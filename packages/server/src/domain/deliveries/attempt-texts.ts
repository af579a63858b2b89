import type { Locale } from '../errors.ts'

interface AttemptTexts {
  readonly removed: string
  readonly unsubscribed: (address: string) => string
  readonly noMailServer: string
  readonly keyMissing: string
  readonly failed: (reason: string) => string
  readonly late: string
  readonly interrupted: string
}

/** What came of an attempt, for the owner of the project or the integration. */
export const attemptTexts: Readonly<Record<Locale, AttemptTexts>> = {
  en: {
    removed: 'Its project or account was removed.',
    unsubscribed: (address) => `${address} has unsubscribed.`,
    noMailServer:
      'This server has no mail server, so that the mail was only printed to its console. Its operator can name one: OMEN_SMTP_URL.',
    keyMissing:
      'The server does not have the key that the address of this integration was sealed with. Its operator can give it that key (OMEN_SECRET_KEY); or remove the integration and add it again.',
    failed: (reason) => `It could not be sent: ${reason}`,
    late: 'It did not answer in time.',
    interrupted: 'The server stopped while it was sent.',
  },
  'zh-CN': {
    removed: '其项目或账号已被移除。',
    unsubscribed: (address) => `${address} 已退订。`,
    noMailServer: '此服务器未设置邮件服务器，邮件仅输出到其控制台。管理员可通过 OMEN_SMTP_URL 设置。',
    keyMissing: '服务器没有用于加密此集成地址的密钥。管理员可通过 OMEN_SECRET_KEY 提供该密钥；或移除此集成后重新添加。',
    failed: (reason) => `无法发送：${reason}`,
    late: '对方未及时响应。',
    interrupted: '发送过程中服务器停止了运行。',
  },
}
