import { ChakraProvider, type SystemContext } from '@chakra-ui/react'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { i18n } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import type { Connection } from './connection.ts'
import type { NewVersion } from './new-version.ts'
import { Overlays } from './overlays.tsx'
import type { createAppRouter } from './router.ts'

interface ProvidersProps {
  readonly queryClient: QueryClient
  readonly words: i18n
  readonly system: SystemContext
  readonly connection: Connection
  readonly newVersion: NewVersion
  readonly router: ReturnType<typeof createAppRouter>
}

export function Providers({ queryClient, words, system, connection, newVersion, router }: ProvidersProps) {
  return (
    <ChakraProvider value={system}>
      <I18nextProvider i18n={words}>
        <QueryClientProvider client={queryClient}>
          <Overlays connection={connection} newVersion={newVersion} />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nextProvider>
    </ChakraProvider>
  )
}
