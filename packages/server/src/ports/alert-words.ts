import type { AlertKind } from '../schema/wire-types.ts'

/** What mails and messages to other services both say of an alert. */
export interface AlertWords {
  readonly label: Readonly<Record<AlertKind, string>>
  readonly incidents: (count: number) => string
  /** From 0 to 10. */
  readonly severity: (severity: number) => string
  readonly since: (time: string) => string
  readonly open: string
}

/** With one decimal, as on the page. */
export function severityText(severity: number): string {
  return String(Math.round(severity * 10) / 10)
}

export const alertWords: Readonly<Record<'en' | 'zh-CN', AlertWords>> = {
  en: {
    label: {
      opened: 'New incident',
      escalated: 'Not acknowledged yet',
      acknowledged: 'Acknowledged',
      recovered: 'Recovered',
      digest: 'Summary',
      predicted: 'Predicted',
      trial: 'Test',
    },
    incidents: (count) => (count === 1 ? '1 incident' : `${count.toLocaleString('en')} incidents`),
    severity: (severity) => `severity ${severityText(severity)} of 10`,
    since: (time) => `since ${time}`,
    open: 'Open in Omen',
  },
  'zh-CN': {
    label: {
      opened: '新事件',
      escalated: '尚未确认',
      acknowledged: '已确认',
      recovered: '已恢复',
      digest: '汇总',
      predicted: '预测',
      trial: '测试',
    },
    incidents: (count) => `${count.toLocaleString('zh-CN')} 起事件`,
    severity: (severity) => `严重度 ${severityText(severity)}（满分 10）`,
    since: (time) => `${time} 起`,
    open: '在 Omen 中查看',
  },
}
