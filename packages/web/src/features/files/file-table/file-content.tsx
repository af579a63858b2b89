import type { StoredFile } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { toProblem } from '../../../lib/problem/problem.ts'

/** What is in a file, or why it was refused, in one line. */
export const FileContent = ({ file }: { file: StoredFile }) => {
  const { t } = useTranslation()
  return <span className="tiny muted break">{useContent(file) ?? t('files.list.unread')}</span>
}

const useContent = ({ state, failure, summary }: StoredFile): string | null => {
  const { t } = useTranslation()
  const format = useFormat()
  if (state === 'refused') {
    const { code, details } = toProblem(failure)
    const [first] = details
    const line = first?.line === undefined ? '' : t('files.list.atLine', { line: format.count(first.line) })
    return [t(`errors.${code}`), line].filter(Boolean).join(t('general.betweenSentences'))
  }
  if (summary === undefined) return null
  if (summary.kind === 'intervals') return t('files.preview.only.intervals', { count: summary.rows })
  if (summary.kind === 'logs' && summary.rows > 0)
    return [
      t('files.list.lines', { count: summary.rows, lines: format.count(summary.rows) }),
      ...(summary.from !== null && summary.to !== null ? [format.span(summary.from, summary.to)] : []),
    ].join(' · ')
  if (summary.kind !== 'metrics') return t(`files.preview.only.${summary.kind}`)
  const parts = [
    t(summary.rejectedRows > 0 ? 'files.list.rowsKept' : 'files.list.rows', {
      count: summary.rows,
      rows: format.count(summary.rows),
    }),
    t('files.list.series', { count: summary.columnCount, series: format.count(summary.columnCount) }),
    summary.intervalMs === null
      ? t('files.list.irregular')
      : t('files.list.every', { interval: format.duration(summary.intervalMs) }),
    summary.from !== null && summary.to !== null && format.span(summary.from, summary.to),
    summary.gapCount > 0 && t('files.list.gaps', { count: summary.gapCount }),
    summary.delimiter !== undefined &&
      summary.delimiter !== 'comma' &&
      t(`files.preview.delimiter.${summary.delimiter}`),
    summary.decimal === 'comma' && t('files.preview.decimalComma'),
  ]
  return parts.filter((part) => typeof part === 'string').join(' · ')
}
