import { UnstyledButton } from '@mantine/core'
import type { Lane } from '@omen/charts'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './lane-fold.module.css'

const LANES_AT_ONCE = 12

/** The first lanes, and a button that says what the others are and shows them. */
export const LaneFold = ({
  lanes,
  children,
}: {
  lanes: readonly Lane[]
  children: (shown: readonly Lane[]) => ReactNode
}) => {
  const { t } = useTranslation()
  const [isUnfolded, setUnfolded] = useState(false)
  const rest = lanes.slice(LANES_AT_ONCE)
  const loud = rest.filter(({ findings }) => findings.length > 0).length
  return (
    <>
      {children(isUnfolded ? lanes : lanes.slice(0, LANES_AT_ONCE))}
      {rest.length > 0 && (
        <UnstyledButton
          className={styles.fold ?? ''}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded
            ? t('analysis.lanes.fewer')
            : [
                ...(loud > 0 ? [t('analysis.lanes.loud', { count: loud })] : []),
                ...(rest.length > loud ? [t('analysis.lanes.quiet', { count: rest.length - loud })] : []),
              ].join(t('general.comma'))}
          {isUnfolded ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />}
        </UnstyledButton>
      )}
    </>
  )
}
