import { useRouterState } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useEffectEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { sessionQuery } from '#client/entities/session/session.ts'
import { walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import ExitSheet from '#client/features/shell/exit-sheet.tsx'
import { words } from '#client/locales/en/shell.ts'
import { logout } from '#contract/users.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'

const server = clientServer()

function Address({ onChange }: { onChange: (path: string) => void }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const change = useEffectEvent(onChange)
  useEffect(() => {
    change(path)
  }, [path])
  return null
}

test('a logout forgets the user before it leaves the page, however long the next one takes', async () => {
  server.use(mockEndpoint(logout, {}))
  const events: string[] = []
  const page = (
    <>
      <Address onChange={(path) => events.push(path)} />
      <ExitSheet onClose={() => undefined} />
    </>
  )
  const { client } = await drawClient(page, { language: 'en', path: '/profile/wallet' })
  const { queryKey } = sessionQuery()
  client.setQueryData(queryKey, person())
  client.setQueryData(walletsQuery().queryKey, { baseDTO: {} })
  client.getQueryCache().subscribe(() => {
    const isForgotten = !client.getQueryData(queryKey) && !client.getQueryData(walletsQuery().queryKey)
    if (isForgotten && !events.includes('forgotten')) events.push('forgotten')
  })
  await userEvent.click(await screen.findByRole('button', { name: words.exit.yes }))
  await vi.waitFor(() => expect(events.slice(0, 3)).toEqual(['/profile/wallet', 'forgotten', '/']))
})
