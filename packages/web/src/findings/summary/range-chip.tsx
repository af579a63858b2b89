import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { rangeAtom, showAllAtom, zoomBackAtom } from '../state/range-atoms.ts'
import styles from './summary.module.css'

/** The zoomed range of all charts, with buttons to zoom out. */
export const RangeChip = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const range = useAtomValue(rangeAtom)
  const back = useSetAtom(zoomBackAtom)
  const showAll = useSetAtom(showAllAtom)
  if (range === null) return null
  return (
    <fieldset className={styles.range} aria-label={t('analysis.toolbar.range')}>
      {format.span(range.from, range.to)}
      <Tooltip label={t('analysis.toolbar.zoomBack')}>
        <ActionIcon size={24} onClick={() => back()} aria-label={t('analysis.toolbar.zoomBack')}>
          <IconArrowBackUp size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('analysis.toolbar.wholeRange')}>
        <ActionIcon size={24} onClick={() => showAll()} aria-label={t('analysis.toolbar.wholeRange')}>
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </fieldset>
  )
}
