import type { Detection } from '@omen/sdk'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { rangeAtom } from '../state/range-atoms.ts'
import styles from './head.module.css'
import { headline, withShortNames } from './headline.ts'

/** Names such as "host-1" go to the next line as a whole. */
const hyphened = /([^\s\u2e80-\uffff]*-[^\s\u2e80-\uffff]*)/u
const unbroken = (sentence: string) =>
  sentence.split(hyphened).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other
      <span key={index} className={styles.unbroken}>
        {part}
      </span>
    ),
  )

/** A result in one sentence. */
export const Headline = ({ sentence, isAnnounced = true }: { sentence: string; isAnnounced?: boolean }) => (
  <h1 className={styles.headline} aria-live={isAnnounced ? 'polite' : undefined} title={sentence}>
    {unbroken(withShortNames(sentence))}
  </h1>
)

/** The result of a detection in one sentence, of the time that is shown. */
export const FindingsHeadline = ({ detection }: { detection: Detection }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const range = useAtomValue(rangeAtom)
  return <Headline sentence={headline(detection, range, t, format)} />
}
