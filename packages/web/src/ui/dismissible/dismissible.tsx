import { CloseButton } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DURATIONS } from '../theme/tokens.ts'
import styles from './dismissible.module.css'

interface DismissibleProps {
  /** A message stays 10 s, a label 5 s; both can be closed sooner. */
  kind: 'message' | 'label'
  tone?: 'ok' | 'failed' | undefined
  onGone: () => void
  children: ReactNode
}

/** A text that fades out by itself or by its close button. */
export const Dismissible = ({ kind, tone = 'ok', onGone, children }: DismissibleProps) => {
  const { t } = useTranslation()
  const [isLeaving, setLeaving] = useState(false)
  const [isHeld, setHeld] = useState(false)

  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => setLeaving(true), DURATIONS[kind])
    return () => clearTimeout(timer)
  }, [kind, isHeld])
  useEffect(() => {
    if (!isLeaving) return
    const timer = setTimeout(onGone, DURATIONS.motion)
    return () => clearTimeout(timer)
  }, [isLeaving, onGone])

  return (
    <div
      className={styles.dismissible}
      data-kind={kind}
      data-tone={tone}
      data-leaving={isLeaving || undefined}
      role={tone === 'failed' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <div className={styles.content}>{children}</div>
      <CloseButton size="sm" aria-label={t('general.close')} onClick={() => setLeaving(true)} />
    </div>
  )
}
