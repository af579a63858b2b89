import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createStore, Provider } from 'jotai'
import { RouterProvider } from 'react-router-dom'
import { openQueryClient } from '../lib/session/session-atom.ts'
import { LightOnPaper } from '../ui/theme/light-on-paper.tsx'
import { theme, themeVariables } from '../ui/theme/theme.ts'
import { bindAddress } from './bind-address.ts'
import { router } from './router.tsx'

const store = createStore()
const queryClient = openQueryClient(store)
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
    <LightOnPaper />
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        {/* Without a transition React renders the new address and the new page in one step: no page sees the address of another one. */}
        <RouterProvider router={router} useTransitions={false} />
      </QueryClientProvider>
    </Provider>
  </MantineProvider>
)
