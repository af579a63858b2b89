import type { FrozenDetection } from '@omen/sdk'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { FindingsHeadline } from '../head/findings-headline.tsx'
import { TimeShown } from '../head/time-shown.tsx'
import styles from './frozen-head.module.css'

/** What is known of a copy. */
export interface FrozenFact {
  name: string
  value: string
  /** Of a link. */
  href?: string
}

interface FrozenHeadProps {
  name: string
  description: string
  facts: readonly FrozenFact[]
  detection: FrozenDetection
  /** Epoch ms. */
  madeAt: number
  /** Buttons. */
  children?: ReactNode
}

/** What was published, what was found in it, and where it comes from. */
export const FrozenHead = ({ name, description, facts, detection, madeAt, children }: FrozenHeadProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  useEffect(() => {
    document.title = `${name} · Omen`
  }, [name])
  const rest = [format.span(detection.from, detection.to), format.timeZone].join(t('general.comma'))
  return (
    <header className={styles.head}>
      <div className={styles.first}>
        <div className={styles.place}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          <span className="muted tiny">
            {rest} · {t('published.frozenSince', { time: format.dateTime(madeAt) })}
          </span>
        </div>
        {children !== undefined && <div className={styles.actions}>{children}</div>}
      </div>
      <FindingsHeadline detection={detection} />
      <TimeShown detection={detection} />
      {description !== '' && <p className={styles.description}>{description}</p>}
      <dl className={styles.facts}>
        {facts.map((fact) => (
          <div key={fact.name}>
            <dt>{fact.name}</dt>{' '}
            <dd>
              {fact.href === undefined ? (
                fact.value
              ) : (
                <a href={fact.href} rel="noreferrer noopener" target="_blank">
                  {fact.value}
                </a>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </header>
  )
}
