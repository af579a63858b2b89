import type { Preview as FilePreview, StoredFile } from '@omen/sdk'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { ColumnList } from './column-list.tsx'
import { LogFigures } from './log-figures.tsx'
import styles from './preview.module.css'
import { countGroups, repairs } from './preview-model.ts'
import { PreviewSentence } from './preview-sentence.tsx'
import { RejectedLines } from './rejected-lines.tsx'

interface PreviewProps {
  file: StoredFile
  preview: FilePreview
  children: ReactNode
}

/** Content of a file as Omen read it: a sentence, then figures, then lines. */
export const Preview = ({ file, preview, children }: PreviewProps) => {
  const { t } = useTranslation()
  return (
    <>
      <Panel title={t('files.preview.title')}>
        <p className={styles.sentence}>
          <PreviewSentence preview={preview} />
          {preview.kind === 'metrics' &&
            preview.rejectedRows === 0 &&
            `${t('general.betweenSentences')}${t('files.preview.rejectedNone')}`}
        </p>
        {preview.kind === 'metrics' && <Figures preview={preview} />}
        {preview.kind === 'logs' && <LogFigures preview={preview} />}
        <Notes preview={preview} />
      </Panel>
      <RejectedLines file={file} preview={preview} />
      {children}
      {preview.columns.length > 0 && <ColumnList preview={preview} />}
      <GapList gaps={preview.gaps ?? []} count={gapCountOf(preview)} intervalMs={preview.intervalMs ?? 0} />
    </>
  )
}

const SHOWN_GAPS = 10

interface GapListProps {
  /** Times of the first and the last missing row. */
  gaps: readonly { start: number; end: number }[]
  /** All gaps, also those beyond the list. */
  count: number
  intervalMs: number
}

const gapCountOf = ({ gapCount, gaps = [] }: FilePreview): number => gapCount ?? gaps.length

const GapList = ({ gaps, count, intervalMs }: GapListProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (gaps.length === 0) return null
  return (
    <Panel title={t('files.preview.gapList')}>
      <ul className={styles.gaps}>
        {gaps.slice(0, SHOWN_GAPS).map(({ start, end }) => (
          <li key={start}>
            {format.span(start, end)} <span className="muted">· {format.duration(end - start + intervalMs)}</span>
          </li>
        ))}
      </ul>
      {count > SHOWN_GAPS && (
        <span className="small muted">{t('files.preview.more', { count: count - SHOWN_GAPS })}</span>
      )}
    </Panel>
  )
}

const Figures = ({ preview }: { preview: FilePreview }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const interval = preview.intervalMs == null ? t('files.preview.irregular') : format.duration(preview.intervalMs)
  const figures: [string, string][] = [
    [t('files.preview.rows'), format.count(preview.rows)],
    [t('files.preview.series'), format.count(preview.columnCount)],
    [t('files.preview.groups'), format.count(countGroups(preview.columns))],
    [t('files.preview.interval'), interval],
    [t('files.preview.gaps'), format.count(gapCountOf(preview))],
    [t('files.preview.missing'), format.count(preview.missingCells ?? 0)],
  ]
  if (preview.timestampUnit !== undefined) {
    const written = [preview.timeColumn, preview.clockColumn, t(`files.preview.unit.${preview.timestampUnit}`)]
    figures.push([t('files.preview.timestamps'), written.filter(Boolean).join(t('general.comma'))])
  }
  if (preview.delimiter !== undefined) {
    const format = [
      t(`files.preview.delimiter.${preview.delimiter}`),
      preview.decimal === 'comma' && t('files.preview.decimalComma'),
    ]
    figures.push([t('files.preview.format'), format.filter(Boolean).join(t('general.comma'))])
  }
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const SHOWN_LEFT_OUT = 10

const leftOutNote = (columns: NonNullable<FilePreview['leftOut']>, count: number, t: TFunction): string => {
  const shown = columns.slice(0, SHOWN_LEFT_OUT).map(({ column, name, cause }) =>
    t(`files.preview.leftOutColumn.${name === '' ? 'unnamed' : 'named'}`, {
      column,
      name,
      cause: t(`files.preview.leftOutCause.${cause}`),
    }),
  )
  const more = count - shown.length
  const listed = more > 0 ? [...shown, t('files.preview.more', { count: more })] : shown
  return t('files.preview.leftOut', { count, columns: listed.join(t('general.comma')) })
}

const Notes = ({ preview }: { preview: FilePreview }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const repaired = repairs(preview)
  const notes = [
    ...(repaired
      ? [
          t('files.preview.repaired', {
            unsorted: format.count(repaired.unsorted),
            duplicates: format.count(repaired.duplicates),
          }),
        ]
      : []),
    ...(preview.utcAssumed ? [t('files.preview.utcAssumed')] : []),
    ...(preview.leftOut ? [leftOutNote(preview.leftOut, preview.leftOutCount ?? preview.leftOut.length, t)] : []),
    ...(preview.otherTimeColumns
      ? [
          t('files.preview.otherTimes', {
            column: preview.timeColumn,
            others: preview.otherTimeColumns.join(t('general.comma')),
          }),
        ]
      : []),
  ]
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
