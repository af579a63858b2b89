import { Anchor, Kbd } from '@mantine/core'
import type { Detection } from '@omen/sdk'
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { rangeAtom, showAllAtom } from '../state/range-atoms.ts'
import styles from './head.module.css'
import { furtherFacts, headline, withShortNames } from './headline.ts'
import { RangeLine } from './range-line.tsx'

/** The line under the headline: the time shown with the way back and the headline of the whole file, or what else matters. */
export const TimeShown = ({ detection }: { detection: Detection }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const range = useAtomValue(rangeAtom)
  const showAll = useSetAtom(showAllAtom)
  if (range === null)
    return <RangeLine>{furtherFacts(detection, t, format).join(t('general.betweenSentences'))}</RangeLine>
  const whole = format.duration(detection.to - detection.from + (detection.intervalMs ?? 0))
  return (
    <RangeLine>
      <span className={styles.whole}>
        {t('analysis.headline.whole', { headline: withShortNames(headline(detection, null, t, format)) })}
      </span>
      <span className={styles.back}>
        <Anchor component="button" type="button" size="sm" onClick={() => showAll()}>
          {t('analysis.headline.showAll', { span: whole })}
        </Anchor>
        <Kbd size="xs" className={styles.key ?? ''}>
          Esc
        </Kbd>
      </span>
    </RangeLine>
  )
}
