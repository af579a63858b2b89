import type { Detection } from '@omen/sdk'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { rangeAtom } from '../state/range-atoms.ts'
import styles from './head.module.css'
import { headline } from './headline.ts'

/** The result in one sentence, of the time that is shown. */
export const FindingsHeadline = ({ detection }: { detection: Detection }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const range = useAtomValue(rangeAtom)
  return (
    <h1 className={styles.headline} aria-live="polite">
      {headline(detection, range, t, format)}
    </h1>
  )
}
