import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router-dom'
import { useOutage } from '../../lib/api/outage.ts'
import { isCharacter, isTyping } from '../../lib/keys/typed-keys.ts'
import { OutageNotice } from '../../ui/outage-notice/outage-notice.tsx'
import { useWatchJobs } from '../jobs/use-watch-jobs.tsx'
import { PartBoundary } from '../part-boundary.tsx'
import styles from './frame.module.css'
import { HealthNotice } from './health-notice.tsx'
import { Navigation } from './navigation.tsx'
import { TopBar } from './top-bar.tsx'

const NavigationDrawer = lazy(async () => ({ default: (await import('./navigation-drawer.tsx')).NavigationDrawer }))
const importSearch = () => import('../search/search-dialog.tsx')
const SearchDialog = lazy(async () => ({ default: (await importSearch()).SearchDialog }))
const ShortcutsDialog = lazy(async () => ({
  default: (await import('../shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog,
}))

const PREFETCH_AFTER_MS = 1_000

export const Frame = () => {
  const { t } = useTranslation()
  const [isNavigationOpen, navigation] = useDisclosure(false)
  const [isSearchOpen, search] = useDisclosure(false)
  const [areShortcutsOpen, shortcuts] = useDisclosure(false)
  const isOutdated = useOutage() !== null
  useGlobalShortcuts({ onSearch: search.open, onHelp: shortcuts.open })
  useWatchJobs()
  usePrefetch()
  return (
    <div className={styles.frame}>
      <a href="#content" className="skip-link">
        {t('frame.skip')}
      </a>
      <div className={styles.side}>
        <Navigation />
      </div>
      <div className={styles.main}>
        <TopBar onNavigation={navigation.open} onSearch={search.open} onShortcuts={shortcuts.open} />
        <main id="content" className={styles.content} tabIndex={-1} data-outdated={isOutdated || undefined}>
          <OutageNotice />
          <HealthNotice />
          <Outlet />
        </main>
      </div>
      <ScrollToTop />
      <PartBoundary>
        <Suspense fallback={null}>
          {isNavigationOpen && <NavigationDrawer onClose={navigation.close} />}
          {isSearchOpen && <SearchDialog onClose={search.close} />}
          {areShortcutsOpen && <ShortcutsDialog onClose={shortcuts.close} />}
        </Suspense>
      </PartBoundary>
    </div>
  )
}

/** Ctrl K (or ⌘ K) searches, `?` lists the keyboard shortcuts. */
const useGlobalShortcuts = ({ onSearch, onHelp }: { onSearch: () => void; onHelp: () => void }): void => {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault()
        onSearch()
      } else if (event.key === '?' && isCharacter(event) && !isTyping(event.target)) {
        onHelp()
      }
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [onSearch, onHelp])
}

/** Scrolls to the top of a new page, but not when a filter changes. */
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

/**
 * Prefetches two chunks while the user is on another page: the analysis page, which is the largest, and the search, because keys
 * typed right after Ctrl K would be lost.
 */
const usePrefetch = () => {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of [importSearch, () => import('../../features/analysis/index.ts')]) load().catch(() => undefined)
    }, PREFETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
}
