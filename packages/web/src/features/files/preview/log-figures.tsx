import type { Preview } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import styles from './preview.module.css'

/** How a log file is written, as far as it is known. */
export const LogFigures = ({ preview }: { preview: Preview }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { rows, encoding, hasTimes, cutLines, from, to } = preview
  const figures: [string, string][] = [
    ...(rows > 0 ? [[t('files.preview.rows'), format.count(rows)] as [string, string]] : []),
    ...(encoding === undefined ? [] : [[t('files.preview.log.encoding'), encoding.toUpperCase()] as [string, string]]),
    ...(preview.format === undefined
      ? []
      : [[t('files.preview.log.format'), t(`files.preview.log.formats.${preview.format}`)] as [string, string]]),
    ...(hasTimes === undefined
      ? []
      : [
          [
            t('files.preview.log.times'),
            hasTimes && from != null && to != null
              ? format.span(from, to)
              : t(hasTimes ? 'files.preview.log.hasTimes' : 'files.preview.log.noTimes'),
          ] as [string, string],
        ]),
    ...(cutLines === undefined || cutLines === 0
      ? []
      : [[t('files.preview.log.cutLines'), format.count(cutLines)] as [string, string]]),
  ]
  if (figures.length === 0) return null
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
