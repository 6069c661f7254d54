import { system } from 'virtual:style-system'
import type { i18n } from 'i18next'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { applyLanguage } from '#client/lib/locale.ts'
import { applyThemeMode } from '#client/lib/theme-mode.ts'
import { followWipes } from '#client/lib/wipe-user-data.ts'
import { createConnection } from './connection.ts'
import { createNewVersion, type NewVersion } from './new-version.ts'
import { persistQueries } from './persist-queries.ts'
import { Providers } from './providers.tsx'
import { createQueryClient } from './query-client.ts'
import { createAppRouter } from './router.ts'
import { watchInput } from './unsaved-input.ts'

interface Parts {
  readonly words: Promise<i18n>
}

/** Puts the app in place of the static shell, which stays until the first real screen is ready to be painted. */
export async function startApp(parts: Parts): Promise<{ newVersion: NewVersion }> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  applyLanguage()
  applyThemeMode()
  const queryClient = createQueryClient()
  const [words] = await Promise.all([parts.words, persistQueries(queryClient)])
  followWipes(queryClient)
  const connection = createConnection(queryClient)
  const newVersion = createNewVersion()
  watchInput(document)
  const router = createAppRouter({ queryClient })
  startTransition(() => {
    createRoot(root).render(<Providers {...{ queryClient, words, system, connection, newVersion, router }} />)
  })
  return { newVersion }
}
