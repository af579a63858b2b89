import type { Texts } from '../texts.ts'

export const mailLinks: Texts['mailLinks'] = {
  acknowledge: {
    title: '确认事件',
    invalid: '此链接无效或已过期。请在 Omen 中打开该事件，或联系管理员。',
    since: '{{projectName}}，{{since}} 起（{{timeZone}}）',
    submit: '确认',
    acknowledged: '已确认，此事件不会重复发送，也不会升级。',
    resolved: '此事件已结束。',
  },
  unsubscribe: {
    title: '退订',
    invalid: '此链接无效或已过期。请使用较新邮件中的链接，或联系管理员。',
    alerts: {
      text: '{{address}} 会收到 {{projectName}} 的事件邮件。',
      done: '{{address}} 不会再收到 {{projectName}} 的事件邮件。',
    },
    reports: {
      text: '{{address}} 会收到 {{projectName}} 的报告。',
      done: '{{address}} 不会再收到 {{projectName}} 的这些报告。',
    },
    allReports: {
      text: '{{address}} 会定期收到报告。',
      done: '{{address}} 不会再收到这些报告。',
    },
    submit: '退订',
    undo: '重新订阅',
  },
}
