import { ActionIcon, Button, Tooltip } from '@mantine/core'
import type { Period, Verdict } from '@omen/sdk'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import type { Analysis } from '../analysis.ts'
import styles from './verdict.module.css'
import { VerdictDialog } from './verdict-dialog.tsx'

const choices = [
  { verdict: 'true', word: 'right', name: 'rightOf', Icon: IconCheck },
  { verdict: 'false', word: 'wrong', name: 'wrongOf', Icon: IconX },
] as const

interface VerdictButtonsProps {
  analysis: Analysis
  period: Period
  /** Icons only: for a line of a list. */
  isSmall?: boolean
}

/** Verdict on a period; a preview of its effect is shown before it is applied. */
export const VerdictButtons = ({ analysis, period, isSmall = false }: VerdictButtonsProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [asked, setAsked] = useState<Verdict | null>(null)
  // The demo is read-only for everybody.
  if (analysis.mine !== true) return null
  return (
    <span className={styles.verdicts} data-small={isSmall || undefined}>
      {choices.map(({ verdict, word, name, Icon }) => {
        const label = t(`analysis.verdict.${name}`, { when: format.when(period.start) })
        const isGiven = period.verdict === verdict
        return isSmall ? (
          <Tooltip key={verdict} label={label}>
            <ActionIcon
              size={26}
              aria-label={label}
              aria-pressed={isGiven}
              variant={isGiven ? 'light' : 'subtle'}
              onClick={() => setAsked(verdict)}
            >
              <Icon size={15} />
            </ActionIcon>
          </Tooltip>
        ) : (
          <Button
            key={verdict}
            h={24}
            px={8}
            fz={12}
            variant={isGiven ? 'light' : 'default'}
            leftSection={<Icon size={14} />}
            aria-pressed={isGiven}
            onClick={() => setAsked(verdict)}
          >
            {t(`analysis.verdict.${word}`)}
          </Button>
        )
      })}
      {asked !== null && (
        <VerdictDialog analysisId={analysis.id} period={period} verdict={asked} onClose={() => setAsked(null)} />
      )}
    </span>
  )
}
