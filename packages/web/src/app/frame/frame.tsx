import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router-dom'
import { useWatchJobs } from '../jobs/use-watch-jobs.tsx'
import styles from './frame.module.css'
import { Navigation } from './navigation.tsx'
import { TopBar } from './top-bar.tsx'
import { useGlobalKeys } from './use-global-keys.ts'

const NavigationDrawer = lazy(async () => ({ default: (await import('./navigation-drawer.tsx')).NavigationDrawer }))
const SearchDialog = lazy(async () => ({ default: (await import('../search/search-dialog.tsx')).SearchDialog }))
const KeysDialog = lazy(async () => ({ default: (await import('../keys/keys-dialog.tsx')).KeysDialog }))

export const Frame = () => {
  const { t } = useTranslation()
  const [isNavigationOpen, navigation] = useDisclosure(false)
  const [isSearchOpen, search] = useDisclosure(false)
  const [areKeysOpen, keys] = useDisclosure(false)
  useGlobalKeys({ onSearch: search.open, onHelp: keys.open })
  useWatchJobs()
  usePreloadAnalysis()
  return (
    <div className={styles.frame}>
      <a href="#content" className="skip-link">
        {t('frame.skip')}
      </a>
      <div className={styles.side}>
        <Navigation />
      </div>
      <div className={styles.main}>
        <TopBar onNavigation={navigation.open} onSearch={search.open} onKeys={keys.open} />
        <main id="content" className={styles.content} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <ScrollToTop />
      <Suspense fallback={null}>
        {isNavigationOpen && <NavigationDrawer onClose={navigation.close} />}
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

/** The heart of the page is the largest part of its code: it is fetched while the reader looks at something else. */
const usePreloadAnalysis = () => {
  useEffect(() => {
    const timer = setTimeout(() => void import('../../features/analysis/index.ts'), 1_000)
    return () => clearTimeout(timer)
  }, [])
}
