import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createStore, Provider } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { RouterProvider } from 'react-router-dom'
import { createQueryClient } from '../lib/api/query-client.ts'
import { queryKeys } from '../lib/api/query-keys.ts'
import { theme, themeVariables } from '../ui/theme/theme.ts'
import { bindAddress } from './bind-address.ts'
import { router } from './router.tsx'

const store = createStore()
// Without a session RequireSession redirects to the login page and remembers the address.
const queryClient = createQueryClient(() => queryClient.setQueryData(queryKeys.session, null))
store.set(queryClientAtom, queryClient)
bindAddress(store, router)

const colorSchemes = localStorageColorSchemeManager({ key: 'omen.color-scheme' })

export const App = () => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={themeVariables}
    colorSchemeManager={colorSchemes}
    defaultColorScheme="auto"
    withStaticClasses={false}
  >
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Provider>
  </MantineProvider>
)
