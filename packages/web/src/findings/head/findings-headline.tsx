import type { Detection } from '@omen/sdk'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { Unbroken } from '../../ui/unbroken/unbroken.tsx'
import { rangeAtom } from '../state/range-atoms.ts'
import styles from './head.module.css'
import { headline, withShortNames } from './headline.ts'

/** A result in one sentence. */
export const Headline = ({ sentence, isAnnounced = true }: { sentence: string; isAnnounced?: boolean }) => (
  <h1 className={styles.headline} aria-live={isAnnounced ? 'polite' : undefined} title={sentence}>
    <Unbroken text={withShortNames(sentence)} />
  </h1>
)

/** The result of a detection in one sentence, of the time that is shown. */
export const FindingsHeadline = ({ detection }: { detection: Detection }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const range = useAtomValue(rangeAtom)
  return <Headline sentence={headline(detection, range, t, format)} />
}
