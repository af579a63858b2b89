import '../ui/theme/mantine.css'
import '../ui/theme/page.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createStore, Provider } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryKeys } from '../lib/api/query-keys.ts'
import { LightOnPaper } from '../ui/theme/light-on-paper.tsx'
import { theme, themeVariables } from '../ui/theme/theme.ts'
import { answerFigures } from './answer-figures.ts'
import { bindFragment } from './bind-fragment.ts'
import { readOfflineData } from './offline-data.ts'
import { startOfflineI18n } from './offline-i18n.ts'
import { OfflinePage } from './offline-page.tsx'

/** Nothing is ever requested: what would be asked of a server is answered here, once. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnMount: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
      gcTime: Number.POSITIVE_INFINITY,
    },
  },
})
queryClient.setQueryData(queryKeys.session, null)
const store = createStore()
store.set(queryClientAtom, queryClient)
bindFragment(store)

const data = readOfflineData()
answerFigures(queryClient, data)
await startOfflineI18n(data.locale)
const root = document.getElementById('root')
if (root === null) throw new Error('the file has no #root')
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={themeVariables}
      colorSchemeManager={localStorageColorSchemeManager({ key: 'omen.color-scheme' })}
      defaultColorScheme="auto"
      withStaticClasses={false}
    >
      <LightOnPaper />
      <Provider store={store}>
        <QueryClientProvider client={queryClient}>
          <OfflinePage data={data} />
        </QueryClientProvider>
      </Provider>
    </MantineProvider>
  </StrictMode>,
)
