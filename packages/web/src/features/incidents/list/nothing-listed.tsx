import { Button } from '@mantine/core'
import { IconCircleCheck, IconFilterOff } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { isNarrowedAtom, showAllAtom, tabAtom } from '../state/list-atoms.ts'

/** Why the list is empty, and the way out where filters are why. */
export const NothingListed = () => {
  const { t } = useTranslation()
  const isNarrowed = useAtomValue(isNarrowedAtom)
  const showAll = useSetAtom(showAllAtom)
  const tab = useAtomValue(tabAtom)
  return isNarrowed ? (
    <EmptyState
      icon={<IconFilterOff size={24} />}
      text={t('incidents.list.noMatch')}
      action={
        <Button variant="default" onClick={() => showAll()}>
          {t('incidents.filters.clear')}
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<IconCircleCheck size={24} />}
      text={t(`incidents.list.${tab === 'starred' ? 'starredNone' : tab === 'resolved' ? 'resolvedNone' : 'openNone'}`)}
    />
  )
}
