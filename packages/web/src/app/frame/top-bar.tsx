import { ActionIcon, Menu, Tooltip, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconBook,
  IconKeyboard,
  IconLogout,
  IconMenu2,
  IconSearch,
  IconUser,
  IconUserCircle,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { omen } from '../../lib/api/omen.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { userAtom } from '../../lib/session/session-atom.ts'
import { LanguageItems, LanguageMenu } from '../../ui/preferences/language-menu.tsx'
import { ThemeItems, ThemeMenu } from '../../ui/preferences/theme-menu.tsx'
import { JobsMenu } from '../jobs/jobs-menu.tsx'
import { breadcrumbOf } from './navigation-model.ts'
import styles from './top-bar.module.css'

interface TopBarProps {
  onNavigation: () => void
  onSearch: () => void
  onShortcuts: () => void
}

export const TopBar = ({ onNavigation, onSearch, onShortcuts }: TopBarProps) => {
  const { t } = useTranslation()
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  return (
    <header className={styles.bar}>
      <ActionIcon className={styles.burger} onClick={onNavigation} aria-label={t('frame.nav.open')}>
        <IconMenu2 size={20} />
      </ActionIcon>
      <Place />
      <UnstyledButton className={styles.search} onClick={onSearch} aria-keyshortcuts="Control+K">
        <IconSearch size={16} aria-hidden />
        <span className={styles.searchText}>{t('frame.search.open')}</span>
        <kbd className={styles.kbd} aria-hidden>
          Ctrl K
        </kbd>
      </UnstyledButton>
      <div className={styles.tools}>
        <JobsMenu />
        {!isPhone && (
          <>
            <LanguageMenu />
            <ThemeMenu />
          </>
        )}
        <UserMenu onShortcuts={onShortcuts} hasPreferences={isPhone} />
      </div>
    </header>
  )
}

/** Breadcrumb: the current group and screen. */
const Place = () => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const role = useAtomValue(userAtom)?.role ?? 'member'
  const breadcrumb = breadcrumbOf(pathname, role)
  if (breadcrumb === null) return <div className={styles.breadcrumb} />
  const isSame = t(`frame.nav.${breadcrumb.group.name}`) === t(`frame.nav.${breadcrumb.screen.name}`)
  return (
    <div className={styles.breadcrumb}>
      {!isSame && <span className={styles.group}>{t(`frame.nav.${breadcrumb.group.name}`)} /</span>}
      <Link to={breadcrumb.screen.path}>{t(`frame.nav.${breadcrumb.screen.name}`)}</Link>
    </div>
  )
}

interface UserMenuProps {
  onShortcuts: () => void
  /** On a phone: language and theme too. */
  hasPreferences: boolean
}

const UserMenu = ({ onShortcuts, hasPreferences }: UserMenuProps) => {
  const { t } = useTranslation()
  const user = useAtomValue(userAtom)
  const queryClient = useQueryClient()
  const signOut = useMutation({
    mutationFn: () => omen.accounts.logout(),
    onSettled: () => {
      queryClient.clear()
      queryClient.setQueryData(queryKeys.session, null)
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
          onClick={onShortcuts}
          leftSection={<IconKeyboard size={16} />}
          rightSection={<kbd className={styles.kbd}>?</kbd>}
        >
          {t('frame.user.shortcuts')}
        </Menu.Item>
        <Menu.Item component={Link} to="/glossary" leftSection={<IconBook size={16} />}>
          {t('frame.glossary.title')}
        </Menu.Item>
        {hasPreferences && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('frame.language')}</Menu.Label>
            <LanguageItems />
            <Menu.Label>{t('frame.theme.label')}</Menu.Label>
            <ThemeItems />
          </>
        )}
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.mutate()} leftSection={<IconLogout size={16} />}>
          {t('frame.user.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
