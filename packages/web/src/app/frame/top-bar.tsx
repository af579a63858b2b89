import { ActionIcon, Menu, Tooltip, UnstyledButton } from '@mantine/core'
import { IconKeyboard, IconLogout, IconMenu2, IconSearch, IconUser, IconUserCircle } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { omen } from '../../lib/api/omen.ts'
import { sessionKey, userAtom } from '../../lib/session/session-atom.ts'
import { LanguageMenu } from '../../ui/preferences/language-menu.tsx'
import { ThemeMenu } from '../../ui/preferences/theme-menu.tsx'
import { JobsMenu } from '../jobs/jobs-menu.tsx'
import { placeOf } from './navigation-model.ts'
import styles from './top-bar.module.css'

interface TopBarProps {
  onNavigation: () => void
  onSearch: () => void
  onKeys: () => void
}

export const TopBar = ({ onNavigation, onSearch, onKeys }: TopBarProps) => {
  const { t } = useTranslation()
  return (
    <header className={styles.bar}>
      <ActionIcon className={styles.burger} onClick={onNavigation} aria-label={t('frame.nav.open')}>
        <IconMenu2 size={20} />
      </ActionIcon>
      <Place />
      <UnstyledButton className={styles.search} onClick={onSearch} aria-label={t('frame.search.open')}>
        <IconSearch size={16} aria-hidden />
        <span className={styles.searchText}>{t('frame.search.open')}</span>
        <kbd className={styles.kbd}>Ctrl K</kbd>
      </UnstyledButton>
      <div className={styles.tools}>
        <JobsMenu />
        <LanguageMenu />
        <ThemeMenu />
        <UserMenu onKeys={onKeys} />
      </div>
    </header>
  )
}

/** Where one is: the group and the screen. */
const Place = () => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const role = useAtomValue(userAtom)?.role ?? 'member'
  const place = placeOf(pathname, role)
  if (place === null) return <div className={styles.place} />
  const isSame = t(`frame.nav.${place.group.name}`) === t(`frame.nav.${place.screen.name}`)
  return (
    <div className={styles.place}>
      {!isSame && <span className={styles.group}>{t(`frame.nav.${place.group.name}`)} /</span>}
      <Link to={place.screen.path}>{t(`frame.nav.${place.screen.name}`)}</Link>
    </div>
  )
}

const UserMenu = ({ onKeys }: { onKeys: () => void }) => {
  const { t } = useTranslation()
  const user = useAtomValue(userAtom)
  const queryClient = useQueryClient()
  const signOut = useMutation({
    mutationFn: () => omen.accounts.logout(),
    onSettled: () => {
      queryClient.clear()
      queryClient.setQueryData(sessionKey, null)
    },
  })
  const name = user?.userName ?? ''
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Tooltip label={name}>
          <ActionIcon aria-label={t('frame.user.menu', { name })}>
            <IconUserCircle size={20} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className="break">{name}</Menu.Label>
        <Menu.Item component={Link} to="/account/profile" leftSection={<IconUser size={16} />}>
          {t('frame.nav.profile')}
        </Menu.Item>
        <Menu.Item
          onClick={onKeys}
          leftSection={<IconKeyboard size={16} />}
          rightSection={<kbd className={styles.kbd}>?</kbd>}
        >
          {t('frame.user.keys')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.mutate()} leftSection={<IconLogout size={16} />}>
          {t('frame.user.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
