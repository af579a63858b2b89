import type { Page } from 'playwright-core'
import type { Omen } from '../../../packages/sdk/src/index.ts'
import { type Login, signedInClient } from './api-client.ts'
import { ADMIN_LOGIN } from './omen-server.ts'
import { seedProject } from './seed-project.ts'

/** What the addresses of screens hold. */
export type Ids = {
  detection: string
  model: string
  file: string
  project: string
  incident: string
  published: string
  openLink: string
}

/** A screen: its route in `router.tsx`, and its address. */
export type Screen = { name: string; route: string; path(ids: Ids): string }

export const publicScreens: readonly Screen[] = [
  { name: 'login', route: '/login', path: () => '/login' },
  { name: 'signup', route: '/signup', path: () => '/signup' },
  { name: 'reminder', route: '/reminder', path: () => '/reminder' },
  { name: 'temp-password', route: '/temp-password', path: () => '/temp-password' },
  { name: 'reset-password', route: '/reset-password', path: () => '/reset-password' },
  { name: 'acknowledge', route: '/acknowledge', path: () => '/acknowledge?token=expired' },
  { name: 'unsubscribe', route: '/unsubscribe', path: () => '/unsubscribe?token=expired' },
  { name: 'open-ended', route: '/open/:id', path: () => '/open/pb_none?key=ended' },
]

/** Every screen behind the login, in its state at rest. */
export const screens: readonly Screen[] = [
  { name: 'dashboard', route: '/dashboard', path: () => '/dashboard' },
  { name: 'daily', route: '/daily', path: () => '/daily' },
  { name: 'insight', route: '/insight', path: () => '/insight' },
  { name: 'welcome', route: '/welcome', path: () => '/welcome' },
  { name: 'detections', route: '/detections', path: () => '/detections' },
  { name: 'analysis', route: '/detections/:id', path: ({ detection }) => `/detections/${detection}` },
  { name: 'incidents', route: '/incidents', path: () => '/incidents?tab=resolved' },
  { name: 'incident', route: '/incidents/:id', path: ({ incident }) => `/incidents/${incident}` },
  { name: 'models', route: '/models', path: () => '/models' },
  { name: 'model', route: '/models/:id', path: ({ model }) => `/models/${model}` },
  { name: 'files', route: '/files', path: () => '/files' },
  { name: 'file', route: '/files/:filename', path: ({ file }) => `/files/${file}` },
  { name: 'published-list', route: '/published', path: () => '/published' },
  { name: 'published', route: '/published/:id', path: ({ published }) => `/published/${published}` },
  {
    name: 'published-compare',
    route: '/published/compare',
    path: ({ published }) => `/published/compare?a=${published}&b=${published}`,
  },
  { name: 'open', route: '/open/:id', path: ({ openLink }) => openLink },
  { name: 'projects', route: '/projects', path: () => '/projects' },
  { name: 'add-project', route: '/projects/add/:kind', path: () => '/projects/add/custom' },
  { name: 'project', route: '/projects/:name', path: ({ project }) => `/projects/${project}` },
  { name: 'integrations', route: '/integrations', path: () => '/integrations' },
  { name: 'live-start', route: '/live', path: () => '/live' },
  { name: 'live', route: '/live/:project', path: ({ project }) => `/live/${project}` },
  { name: 'outliers', route: '/outliers', path: () => '/outliers?project=shop-live' },
  { name: 'rollout', route: '/rollout', path: () => '/rollout' },
  { name: 'project-model', route: '/project-model/:project', path: () => '/project-model/shop-live' },
  { name: 'logs', route: '/logs', path: () => '/logs' },
  { name: 'glossary', route: '/glossary', path: () => '/glossary' },
  { name: 'profile', route: '/account/profile', path: () => '/account/profile' },
  { name: 'tokens', route: '/account/tokens', path: () => '/account/tokens' },
  { name: 'sessions', route: '/account/sessions', path: () => '/account/sessions' },
  { name: 'invitations', route: '/account/invitations', path: () => '/account/invitations' },
  { name: 'accounts', route: '/account/accounts', path: () => '/account/accounts' },
  { name: 'not-found', route: '*', path: () => '/nowhere' },
]

/** Tabs of screens, under the same heading. */
export const tabs: readonly Screen[] = [
  { name: 'add-project-datadog', route: '/projects/add/:kind', path: () => '/projects/add/datadog' },
  {
    name: 'add-project-prometheus',
    route: '/projects/add/:kind',
    path: () => '/projects/add/custom?source=prometheus',
  },
  { name: 'project-alerts', route: '/projects/:name', path: ({ project }) => `/projects/${project}?tab=alerts` },
  { name: 'project-changes', route: '/projects/:name', path: ({ project }) => `/projects/${project}?tab=changes` },
  { name: 'project-keys', route: '/projects/:name', path: ({ project }) => `/projects/${project}?tab=keys` },
  { name: 'project-members', route: '/projects/:name', path: ({ project }) => `/projects/${project}?tab=members` },
  { name: 'project-settings', route: '/projects/:name', path: ({ project }) => `/projects/${project}?tab=settings` },
  { name: 'outliers-states', route: '/outliers', path: () => '/outliers?project=shop-live&view=states' },
  {
    name: 'rollout-checked',
    route: '/rollout',
    path: () => `/rollout?project=shop-live&at=${Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000}`,
  },
  { name: 'live-forecast', route: '/live/:project', path: () => '/live/shop-live?span=6h&ahead=2h' },
]

/** Of the demo, which is ready a few seconds after the first start, and of a project that is sent to. */
export async function demoIds(url: string): Promise<Ids> {
  const omen = await signedInClient(url)
  const project = await seedProject(omen, `${url}/api/v1/`)
  for (;;) {
    const [demo] = (await omen.detections.list({ demo: true })).items
    if (demo?.modelId && demo.filename) {
      const incident = await demoIncident(omen, demo.id)
      const made = { detection: demo.id, model: demo.modelId, file: demo.filename, project, incident }
      return { ...made, ...(await publishDemo(omen, demo.id)) }
    }
    await new Promise((done) => setTimeout(done, 200))
  }
}

/** The worst of the demo's detection. */
async function demoIncident(omen: Omen, detectionId: string): Promise<string> {
  const { incidents } = await omen.detections.get(detectionId)
  return `${detectionId}.${incidents[0]?.id ?? ''}`
}

/** Twice, so that they are runs of a series. */
async function publishDemo(omen: Omen, detectionId: string): Promise<Pick<Ids, 'published' | 'openLink'>> {
  const fields = {
    detectionId,
    name: 'Shop',
    system: 'MySQL',
    visibility: 'open' as const,
    description: 'A sample week.',
  }
  const ids: string[] = []
  for (const commit of ['1a2b3c', '4d5e6f']) {
    const job = await omen.published.publishFile({ ...fields, commit, branch: 'main' }, { waitSeconds: 60 })
    ids.push(job.result?.publishedId ?? '')
  }
  const published = ids[1] ?? ''
  const { pathname, search } = new URL((await omen.published.get(published)).link ?? '')
  return { published, openLink: pathname + search }
}

export async function signIn(page: Page, url: string, login: Login = ADMIN_LOGIN): Promise<void> {
  await page.goto(`${url}/login`)
  await page.locator('input[autocomplete=username]').fill(login.userName)
  await page.locator('input[type=password]').fill(login.password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL((to) => !to.pathname.startsWith('/login'))
}

/** Opens a screen and waits until nothing on it loads any more. */
export async function openScreen(page: Page, url: string, screen: Screen, ids: Ids): Promise<void> {
  await page.goto(`${url}${screen.path(ids)}`)
  await page.locator('h1').first().waitFor()
  await settled(page)
}

/** Goes to another screen inside the open page, as a link does, without loading the page again. */
export async function goToScreen(page: Page, screen: Screen, ids: Ids): Promise<void> {
  await page.evaluate((path) => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset.before = ''
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, screen.path(ids))
  await page.locator('h1:not([data-before])').first().waitFor()
  await settled(page)
}

/** Until no skeleton is left, in two looks one after the other: charts load once they are near the view. */
export async function settled(page: Page): Promise<void> {
  const isBusy = () => document.querySelector('#starting, [data-skeleton]') !== null
  const end = Date.now() + 30_000
  for (let calm = 0; calm < 2; ) {
    await page.waitForTimeout(100)
    calm = (await page.evaluate(isBusy)) ? 0 : calm + 1
    if (Date.now() > end) throw new Error(`${page.url()} is still loading after 30 s`)
  }
}
