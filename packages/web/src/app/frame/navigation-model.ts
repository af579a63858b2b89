import type { Role } from '@omen/sdk'

export type ScreenName =
  | 'dashboard'
  | 'daily'
  | 'insight'
  | 'live'
  | 'incidents'
  | 'outliers'
  | 'rollout'
  | 'logs'
  | 'detections'
  | 'modelList'
  | 'files'
  | 'published'
  | 'projects'
  | 'integrations'
  | 'profile'
  | 'tokens'
  | 'sessions'
  | 'invitations'
  | 'accounts'
  | 'firstSteps'

export interface Screen {
  name: ScreenName
  path: string
  /** Of pages below it that have another path. */
  alias?: string
}

export interface ScreenGroup {
  name: 'overview' | 'watch' | 'understand' | 'models' | 'setUp' | 'account'
  screens: readonly Screen[]
}

const GROUPS: readonly ScreenGroup[] = [
  {
    name: 'overview',
    screens: [
      { name: 'dashboard', path: '/dashboard' },
      { name: 'daily', path: '/daily' },
      { name: 'insight', path: '/insight' },
    ],
  },
  {
    name: 'watch',
    screens: [
      { name: 'live', path: '/live' },
      { name: 'outliers', path: '/outliers' },
      { name: 'rollout', path: '/rollout' },
    ],
  },
  {
    name: 'understand',
    screens: [
      { name: 'incidents', path: '/incidents' },
      { name: 'logs', path: '/logs' },
      { name: 'detections', path: '/detections' },
    ],
  },
  {
    name: 'models',
    screens: [
      { name: 'modelList', path: '/models' },
      { name: 'files', path: '/files' },
      { name: 'published', path: '/published' },
    ],
  },
  {
    name: 'setUp',
    screens: [
      { name: 'projects', path: '/projects', alias: '/project-model' },
      { name: 'integrations', path: '/integrations' },
    ],
  },
  {
    name: 'account',
    screens: [
      { name: 'profile', path: '/account/profile' },
      { name: 'tokens', path: '/account/tokens' },
      { name: 'sessions', path: '/account/sessions' },
      { name: 'invitations', path: '/account/invitations' },
    ],
  },
]

export const FIRST_STEPS: Screen = { name: 'firstSteps', path: '/welcome' }

/** The groups that a role sees, by task. */
export const screenGroups = (role: Role): readonly ScreenGroup[] =>
  role !== 'admin'
    ? GROUPS
    : GROUPS.map((group) =>
        group.name === 'account'
          ? { ...group, screens: [...group.screens, { name: 'accounts', path: '/account/accounts' }] }
          : group,
      )

/** The group and screen of a path, to highlight and name. */
export const breadcrumbOf = (pathname: string, role: Role): { group: ScreenGroup; screen: Screen } | null => {
  for (const group of screenGroups(role)) {
    const screen = group.screens.find(({ path, alias = path }) =>
      [path, alias].some((one) => pathname === one || pathname.startsWith(`${one}/`)),
    )
    if (screen) return { group, screen }
  }
  return null
}
