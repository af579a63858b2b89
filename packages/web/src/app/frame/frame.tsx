import { Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router-dom'
import { useWatchJobs } from '../jobs/use-watch-jobs.tsx'
import styles from './frame.module.css'
import { Navigation } from './navigation.tsx'
import { TopBar } from './top-bar.tsx'
import { useGlobalKeys } from './use-global-keys.ts'

const SearchDialog = lazy(async () => ({ default: (await import('../search/search-dialog.tsx')).SearchDialog }))
const KeysDialog = lazy(async () => ({ default: (await import('../keys/keys-dialog.tsx')).KeysDialog }))

export const Frame = () => {
  const { t } = useTranslation()
  const [isNavigationOpen, navigation] = useDisclosure(false)
  const [isSearchOpen, search] = useDisclosure(false)
  const [areKeysOpen, keys] = useDisclosure(false)
  useGlobalKeys({ onSearch: search.open, onHelp: keys.open })
  useWatchJobs()
  return (
    <div className={styles.frame}>
      <a href="#content" className="skip-link">
        {t('frame.skip')}
      </a>
      <div className={styles.side}>
        <Navigation />
      </div>
      <Drawer
        opened={isNavigationOpen}
        onClose={navigation.close}
        size={264}
        closeButtonProps={{ 'aria-label': t('frame.nav.close') }}
        styles={{ body: { height: 'calc(100% - 60px)', padding: 8 } }}
      >
        <Navigation onGo={navigation.close} />
      </Drawer>
      <div className={styles.main}>
        <TopBar onNavigation={navigation.open} onSearch={search.open} onKeys={keys.open} />
        <main id="content" className={styles.content} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <ScrollToTop />
      <Suspense fallback={null}>
        {isSearchOpen && <SearchDialog onClose={search.close} />}
        {areKeysOpen && <KeysDialog onClose={keys.close} />}
      </Suspense>
    </div>
  )
}

/** A new page starts at its top; a changed filter does not move the page. */
const ScrollToTop = () => {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    window.scrollTo(0, 0)
  }, [pathname])
  return null
}
