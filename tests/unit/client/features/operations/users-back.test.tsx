import { useLocation, useRouter } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { UsersPage } from '#client/features/operations/users-page.tsx'
import { words as en } from '#client/locales/en/operations.ts'
import { searchUsers } from '#contract/operations.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'

const server = clientServer()
const row = (id: number) => ({
  id: String(id),
  mobileNumber: '+989120001001',
  firstName: `First${id}`,
  lastName: 'Last',
  nationalCode: '0012345679',
  authenticationType: 'AUTHORIZED' as const,
  userAccountLevel: 'VIP_1' as const,
  frozen: false,
  frozenBy: null,
  createdDate: '2026-11-20T08:00:00Z',
})
/** The first fifteen users on the two pages. */
const FOUND = Array.from({ length: 15 }, (_, index) => row(2015 - index))

/** The list, and a page of a user with a link back. */
function Console() {
  const { pathname, href } = useLocation()
  const { history } = useRouter()
  if (pathname === '/operations/users')
    return (
      <>
        <UsersPage state="ALL" onState={() => undefined} />
        <output>{href}</output>
      </>
    )
  return (
    <button type="button" onClick={() => history.back()}>
      Back
    </button>
  )
}

test('a step back from a user finds the search and its pages again, and what was searched for is in no address', async () => {
  server.use(
    mockEndpoint(searchUsers, ({ body }) => {
      const { search, before } = body as { search: string; before?: string }
      if (search !== '001234') return { content: [row(1)] }
      return before ? { content: FOUND.slice(10) } : { content: FOUND.slice(0, 10), next: '2006' }
    }),
  )
  await drawClient(<Console />, { language: 'en', path: '/operations/users' })
  await screen.findByRole('link', { name: /First1/ })
  const field = screen.getByLabelText(en.users.search)
  expect(field).toHaveAttribute('maxlength', '254')
  await userEvent.type(field, '001234')
  await screen.findByRole('link', { name: /First2015/ })
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await userEvent.click(await screen.findByRole('link', { name: /First2001/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Back' }))
  expect(await screen.findByLabelText(en.users.search)).toHaveValue('001234')
  expect(screen.getByText('/operations/users')).toBeInTheDocument()
  await waitFor(() => expect(screen.getAllByRole('link', { name: /First20/ })).toHaveLength(15))
})
