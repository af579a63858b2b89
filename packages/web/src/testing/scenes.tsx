import '../ui/theme/page.css'
import { MantineProvider } from '@mantine/core'
import type { StoredFile } from '@omen/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { createStore, Provider } from 'jotai'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, Route, RouterProvider, Routes } from 'react-router-dom'
import { bindAddress } from '../app/bind-address.ts'
import { Frame } from '../app/frame/frame.tsx'
import { HealthNotice } from '../app/frame/health-notice.tsx'
import { RequireSession } from '../app/require-session.tsx'
import { Start } from '../app/start.tsx'
import { ProfilePage } from '../features/account/profile/profile-page.tsx'
import { TokensPage } from '../features/account/tokens/tokens-page.tsx'
import { AnalysisPage } from '../features/analysis/index.ts'
import { DashboardPage } from '../features/dashboard/index.ts'
import { DetectForm } from '../features/files/actions/detect-form.tsx'
import { FilePage } from '../features/files/file-page/file-page.tsx'
import { FileTable } from '../features/files/file-table/file-table.tsx'
import { FilesPage } from '../features/files/files-page/files-page.tsx'
import { IncidentListPage, IncidentPage } from '../features/incidents/index.ts'
import { IntegrationsPage } from '../features/integrations/index.ts'
import { LivePage, LiveStart } from '../features/live/index.ts'
import { LogsPage } from '../features/logs/index.ts'
import { AcknowledgePage, UnsubscribePage } from '../features/mail-links/index.ts'
import { ModelPage } from '../features/model-detail/index.ts'
import { OutliersPage } from '../features/outliers/index.ts'
import { AddProjectPage, ProjectListPage, ProjectPage } from '../features/projects/index.ts'
import { OpenPage, PublishedListPage, PublishedPage } from '../features/published/index.ts'
import { DailyPage, InsightPage } from '../features/reports/index.ts'
import { RolloutPage } from '../features/rollout/index.ts'
import { ReminderPage, ResetPasswordPage, SignUpPage, TempPasswordPage } from '../features/sign-in/index.ts'
import { LoginPage } from '../features/sign-in/login/login-page.tsx'
import { startI18n } from '../lib/i18n/i18n.ts'
import { openQueryClient } from '../lib/session/session-atom.ts'
import { Messages } from '../ui/messages/messages.tsx'
import { LightOnPaper } from '../ui/theme/light-on-paper.tsx'
import { theme, themeVariables } from '../ui/theme/theme.ts'

const FILE = { filename: 'f-handle-1', uploadFileName: 'day.csv' } as StoredFile

/** Components that a test can open, as the page shows them. */
const scenes = {
  login: () => <LoginPage />,
  signIn: () => (
    <Routes>
      <Route path="signup" element={<SignUpPage />} />
      <Route path="reminder" element={<ReminderPage />} />
      <Route path="temp-password" element={<TempPasswordPage />} />
      <Route path="reset-password" element={<ResetPasswordPage />} />
    </Routes>
  ),
  mailLinks: () => (
    <Routes>
      <Route path="acknowledge" element={<AcknowledgePage />} />
      <Route path="unsubscribe" element={<UnsubscribePage />} />
    </Routes>
  ),
  openLink: () => (
    <Routes>
      <Route path="open/:id" element={<OpenPage />} />
    </Routes>
  ),
  detect: () => <DetectForm files={[FILE]} />,
  files: () => <FileTable />,
  tokens: () => <TokensPage />,
  health: () => <HealthNotice />,
  frame: () => (
    <Routes>
      <Route element={<RequireSession />}>
        <Route element={<Frame />}>
          <Route path="dashboard" element={<DashboardPage />} />
          <Route path="daily" element={<DailyPage />} />
          <Route path="insight" element={<InsightPage />} />
          <Route path="published" element={<PublishedListPage />} />
          <Route path="published/:id" element={<PublishedPage />} />
          <Route path="detections/:id" element={<AnalysisPage />} />
          <Route path="incidents" element={<IncidentListPage />} />
          <Route path="incidents/:id" element={<IncidentPage />} />
          <Route path="integrations" element={<IntegrationsPage />} />
          <Route path="live" element={<LiveStart />} />
          <Route path="logs" element={<LogsPage />} />
          <Route path="live/:project" element={<LivePage />} />
          <Route path="outliers" element={<OutliersPage />} />
          <Route path="rollout" element={<RolloutPage />} />
          <Route path="models/:id" element={<ModelPage />} />
          <Route path="projects" element={<ProjectListPage />} />
          <Route path="projects/add/:kind" element={<AddProjectPage />} />
          <Route path="projects/:name" element={<ProjectPage />} />
          <Route path="account/profile" element={<ProfilePage />} />
          <Route path="files/:filename" element={<FilePage />} />
          <Route path="*" element={<FilesPage />} />
        </Route>
      </Route>
    </Routes>
  ),
  analysis: () => (
    <Routes>
      <Route path="detections/:id" element={<AnalysisPage />} />
    </Routes>
  ),
  start: () => (
    <Routes>
      <Route index element={<Start />} />
      <Route path="dashboard" element={<h1>The dashboard</h1>} />
      <Route path="welcome" element={<h1>Three doors</h1>} />
      <Route path="detections" element={<h1>The list</h1>} />
      <Route path="projects" element={<h1>The projects</h1>} />
    </Routes>
  ),
} satisfies Record<string, () => ReactNode>

export type SceneName = keyof typeof scenes

async function open(name: SceneName, address = name === 'analysis' ? '/detections/d1' : '/'): Promise<void> {
  await startI18n()
  const store = createStore()
  const queryClient = openQueryClient(store)
  const router = createMemoryRouter(
    [
      {
        path: '*',
        element: (
          <>
            {scenes[name]()}
            <Messages />
          </>
        ),
      },
    ],
    { initialEntries: [address] },
  )
  bindAddress(store, router)
  createRoot(document.getElementById('root') as HTMLElement).render(
    <MantineProvider theme={theme} cssVariablesResolver={themeVariables} env="test" defaultColorScheme="auto">
      <LightOnPaper />
      <Provider store={store}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} useTransitions={false} />
        </QueryClientProvider>
      </Provider>
    </MantineProvider>,
  )
}

Object.assign(window, { openScene: open })
