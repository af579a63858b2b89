import type { Preview } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'

/** Content of a file in one sentence. */
export const PreviewSentence = ({ preview }: { preview: Preview }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const fields = { kind: t(`files.preview.kind.${preview.kind}`), rows: format.count(preview.rows) }
  if (preview.kind === 'intervals') return t('files.preview.only.intervals', { count: preview.rows })
  if (preview.kind !== 'metrics' || preview.from == null || preview.to == null)
    return t(`files.preview.only.${preview.kind}`)
  const series = format.count(preview.columnCount)
  const full = { ...fields, count: preview.rows, series, span: format.span(preview.from, preview.to) }
  if (preview.intervalMs == null) return t('files.preview.sentenceIrregular', full)
  return t('files.preview.sentence', { ...full, interval: format.duration(preview.intervalMs) })
}
