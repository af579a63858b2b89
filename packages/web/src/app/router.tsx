import { type ComponentType, lazy, Suspense } from 'react'
import { createBrowserRouter, Outlet, type RouteObject } from 'react-router-dom'
import { AnalysisSkeleton } from '../findings/analysis-view/analysis-skeleton.tsx'
import { CopyShell } from '../ui/copy-shell/copy-shell.tsx'
import { Messages } from '../ui/messages/messages.tsx'
import { PageSkeleton } from '../ui/skeletons/skeletons.tsx'
import { Frame } from './frame/frame.tsx'
import { NewVersionNotice } from './new-version-notice.tsx'
import { NotFound } from './not-found.tsx'
import { RequireSession } from './require-session.tsx'
import { RouteFailed } from './route-failed.tsx'
import { Start } from './start.tsx'

type Loader = () => Promise<ComponentType>

/**
 * Loaded by React: a route that React Router loads itself stays white where its code cannot be fetched on the first visit
 * (7.18 draws the fallback of a lazy route instead of its error).
 */
const page = (path: string, load: Loader, Skeleton = PageSkeleton): RouteObject => {
  const Page = lazy(async () => ({ default: await load() }))
  return {
    path,
    element: (
      // The key removes the page before at once: as content of the same boundary it would stay mounted until this page is loaded.
      <Suspense key={path} fallback={<Skeleton />}>
        <Page />
      </Suspense>
    ),
    errorElement: <RouteFailed />,
  }
}

const mailLinks = () => import('../features/mail-links/index.ts')
const signIn = () => import('../features/sign-in/index.ts')
const account = () => import('../features/account/index.ts')
const files = () => import('../features/files/index.ts')
const models = () => import('../features/models/index.ts')
const detections = () => import('../features/detections/index.ts')
const published = () => import('../features/published/index.ts')
const live = () => import('../features/live/index.ts')
const incidents = () => import('../features/incidents/index.ts')
const projects = () => import('../features/projects/index.ts')

const OpenSkeleton = () => (
  <CopyShell>
    <AnalysisSkeleton />
  </CopyShell>
)

const Root = () => (
  <>
    <Outlet />
    <Messages />
    <NewVersionNotice />
  </>
)

export const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <RouteFailed />,
    children: [
      page('/login', async () => (await import('../features/sign-in/login/login-page.tsx')).LoginPage),
      page('/signup', async () => (await signIn()).SignUpPage),
      page('/reminder', async () => (await signIn()).ReminderPage),
      page('/temp-password', async () => (await signIn()).TempPasswordPage),
      page('/reset-password', async () => (await signIn()).ResetPasswordPage),
      page('/acknowledge', async () => (await mailLinks()).AcknowledgePage),
      page('/unsubscribe', async () => (await mailLinks()).UnsubscribePage),
      page('/open/:id', async () => (await published()).OpenPage, OpenSkeleton),
      {
        element: <RequireSession />,
        children: [
          {
            element: <Frame />,
            errorElement: <RouteFailed />,
            children: [
              { index: true, element: <Start /> },
              page('/dashboard', async () => (await import('../features/dashboard/index.ts')).DashboardPage),
              page('/daily', async () => (await import('../features/reports/index.ts')).DailyPage),
              page('/insight', async () => (await import('../features/reports/index.ts')).InsightPage),
              page('/welcome', async () => (await import('../features/welcome/index.ts')).WelcomePage),
              page('/detections', async () => (await detections()).DetectionListPage),
              page(
                '/detections/:id',
                async () => (await import('../features/analysis/index.ts')).AnalysisPage,
                AnalysisSkeleton,
              ),
              page('/live', async () => (await live()).LiveStart, AnalysisSkeleton),
              page('/live/:project', async () => (await live()).LivePage, AnalysisSkeleton),
              page('/incidents', async () => (await incidents()).IncidentListPage),
              page('/incidents/:id', async () => (await incidents()).IncidentPage),
              page('/outliers', async () => (await import('../features/outliers/index.ts')).OutliersPage),
              page('/rollout', async () => (await import('../features/rollout/index.ts')).RolloutPage),
              page(
                '/project-model/:project',
                async () => (await import('../features/project-model/index.ts')).ProjectModelPage,
              ),
              page('/logs', async () => (await import('../features/logs/index.ts')).LogsPage),
              page('/models', async () => (await models()).ModelListPage),
              page('/models/:id', async () => (await import('../features/model-detail/index.ts')).ModelPage),
              page('/files', async () => (await files()).FilesPage),
              page('/files/:filename', async () => (await files()).FilePage),
              page('/published', async () => (await published()).PublishedListPage),
              page('/published/compare', async () => (await published()).ComparePage),
              page('/published/:id', async () => (await published()).PublishedPage, AnalysisSkeleton),
              page('/projects', async () => (await projects()).ProjectListPage),
              page('/projects/add/:kind', async () => (await projects()).AddProjectPage),
              page('/projects/:name', async () => (await projects()).ProjectPage),
              page('/integrations', async () => (await import('../features/integrations/index.ts')).IntegrationsPage),
              page('/glossary', async () => (await import('../features/glossary/index.ts')).GlossaryPage),
              page('/account/profile', async () => (await account()).ProfilePage),
              page('/account/tokens', async () => (await account()).TokensPage),
              page('/account/sessions', async () => (await account()).SessionsPage),
              page('/account/invitations', async () => (await account()).InvitationsPage),
              page('/account/accounts', async () => (await account()).AccountsPage),
              { path: '*', element: <NotFound /> },
            ],
          },
        ],
      },
    ],
  },
])
