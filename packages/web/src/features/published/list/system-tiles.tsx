import { UnstyledButton } from '@mantine/core'
import type { SystemCount } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import styles from './system-tiles.module.css'
import { tilesOf } from './tiles-of.ts'

interface SystemTilesProps {
  systems: readonly SystemCount[]
  selected: string
  /** Empty for all. */
  onSelect: (system: string) => void
}

/** A filter for each system, with how many published detections it has. */
export const SystemTiles = ({ systems, selected, onSelect }: SystemTilesProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const isSelected = (system: string) => system.toLowerCase() === selected.toLowerCase()
  return (
    <ul className={styles.tiles} aria-label={t('published.list.systems')}>
      {tilesOf(systems).map(({ system, count }) => (
        <li key={system}>
          <UnstyledButton
            className={styles.tile ?? ''}
            aria-pressed={isSelected(system)}
            {...(count === 0 && { 'data-empty': true })}
            onClick={() => onSelect(isSelected(system) ? '' : system)}
          >
            <span className={styles.name} title={system}>
              {system}
            </span>
            <span className={styles.count}>{format.count(count)}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
