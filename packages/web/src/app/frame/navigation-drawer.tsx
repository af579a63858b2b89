import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '../../ui/dialog/use-focus-back.ts'
import { Navigation } from './navigation.tsx'

/** The navigation on a phone. */
export const NavigationDrawer = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  useFocusBack()
  return (
    <Drawer
      opened
      onClose={onClose}
      size={264}
      attributes={{ content: { 'aria-label': t('frame.nav.label') } }}
      closeButtonProps={{ 'aria-label': t('frame.nav.close') }}
      styles={{ body: { height: 'calc(100% - 60px)', padding: 8 } }}
    >
      <Navigation onGo={onClose} />
    </Drawer>
  )
}
