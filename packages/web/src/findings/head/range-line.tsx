import { ActionIcon, Tooltip } from '@mantine/core'
import { IconX, IconZoomIn } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { rangeAtom, showAllAtom } from '../state/range-atoms.ts'
import styles from './range-line.module.css'

/** The line under a headline: the time zoomed to, with the way back, and what else is worth saying. */
export const RangeLine = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const range = useAtomValue(rangeAtom)
  const showAll = useSetAtom(showAllAtom)
  return (
    <div className={styles.line}>
      {range !== null && (
        <span className={styles.chip}>
          <IconZoomIn size={14} aria-hidden />
          {format.range(range.from, range.to)}
          <Tooltip label={t('analysis.toolbar.wholeRange')}>
            <ActionIcon size={20} aria-label={t('analysis.toolbar.wholeRange')} onClick={() => showAll()}>
              <IconX size={14} />
            </ActionIcon>
          </Tooltip>
        </span>
      )}
      {children}
    </div>
  )
}
