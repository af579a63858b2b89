import {
  IconActivity,
  IconActivityHeartbeat,
  IconAlertTriangle,
  IconBellRinging,
  IconBookmark,
  IconCalendarEvent,
  IconDeviceDesktop,
  IconFileText,
  IconGitCompare,
  IconHierarchy2,
  IconKey,
  IconLayoutDashboard,
  IconListSearch,
  IconMailPlus,
  IconPlugConnected,
  IconReportAnalytics,
  IconRocket,
  IconUser,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router-dom'
import { userAtom } from '../../lib/session/session-atom.ts'
import { Logo } from '../../ui/logo/logo.tsx'
import styles from './navigation.module.css'
import { FIRST_STEPS, type Screen, type ScreenName, screenGroups } from './navigation-model.ts'

const icons: Record<ScreenName, ComponentType<{ size: number; stroke: number }>> = {
  dashboard: IconLayoutDashboard,
  daily: IconCalendarEvent,
  insight: IconReportAnalytics,
  live: IconActivityHeartbeat,
  incidents: IconAlertTriangle,
  outliers: IconUsersGroup,
  rollout: IconGitCompare,
  logs: IconListSearch,
  detections: IconActivity,
  modelList: IconHierarchy2,
  files: IconFileText,
  published: IconBookmark,
  projects: IconPlugConnected,
  integrations: IconBellRinging,
  profile: IconUser,
  tokens: IconKey,
  sessions: IconDeviceDesktop,
  invitations: IconMailPlus,
  accounts: IconUsers,
  firstSteps: IconRocket,
}

/** The screens by task. `onGo` closes the drawer that holds it on a phone. */
export const Navigation = ({ onGo }: { onGo?: () => void }) => {
  const { t } = useTranslation()
  const user = useAtomValue(userAtom)
  return (
    <nav className={styles.navigation} aria-label={t('frame.nav.label')}>
      <Link to="/" className={styles.brand} onClick={onGo}>
        <Logo /> Omen
      </Link>
      {screenGroups(user?.role ?? 'member').map((group) => (
        <div key={group.name} className={styles.group}>
          <div className={styles.groupName} id={`nav-${group.name}`}>
            {t(`frame.nav.${group.name}`)}
          </div>
          <ul aria-labelledby={`nav-${group.name}`}>
            {group.screens.map((screen) => (
              <Entry key={screen.name} screen={screen} onGo={onGo} />
            ))}
          </ul>
        </div>
      ))}
      <ul className={styles.foot}>
        <Entry screen={FIRST_STEPS} onGo={onGo} />
      </ul>
    </nav>
  )
}

const Entry = ({ screen, onGo }: { screen: Screen; onGo: (() => void) | undefined }) => {
  const { t } = useTranslation()
  const Icon = icons[screen.name]
  return (
    <li>
      <NavLink to={screen.path} className={styles.entry ?? ''} onClick={onGo}>
        <Icon size={17} stroke={1.6} />
        {t(`frame.nav.${screen.name}`)}
      </NavLink>
    </li>
  )
}
