import { ChakraProvider } from '@chakra-ui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { VerifyFirst } from '#client/features/shell/verify-first.tsx'
import { setLanguage } from '#client/lib/locale.ts'
import { type Session, sessionQuery } from '#client/lib/session.ts'
import { startWords } from '#client/lib/words.ts'
import { system } from '#client/ui/theme.ts'
import { person } from '#tests/builders/session.ts'

/** A page that is of use to verified people alone, as somebody sees it. */
async function open(differences: Partial<Session>) {
  setLanguage('fa')
  window.scrollTo = () => undefined
  const words = await startWords()
  const client = new QueryClient()
  client.setQueryData(sessionQuery().queryKey, person(differences))
  const routeTree = createRootRoute({
    staticData: { title: 'wallet', verifyFirst: true },
    component: () => (
      <VerifyFirst>
        <p>موجودی شما</p>
      </VerifyFirst>
    ),
  })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  await router.load()
  render(
    <ChakraProvider value={system}>
      <I18nextProvider i18n={words}>
        <QueryClientProvider client={client}>
          <RouterProvider<typeof router> router={router} />
        </QueryClientProvider>
      </I18nextProvider>
    </ChakraProvider>,
  )
}

test.each([
  ['UNAUTHORIZED', 'احراز هویت', '/profile/account'],
  ['NOT_COMPLETE', 'احراز هویت', '/profile/account'],
  ['UNIDENTIFIED', 'وارد کردن کد', '/profile/fino-verifying'],
  ['PENDING', 'مشاهدهٔ وضعیت', '/profile/account'],
  ['INFORMATION_CHANGED', 'وارد کردن کد', '/profile/fino-verifying'],
] as const)('somebody who is %s is led on by "%s" above the page', async (authenticationType, name, href) => {
  await open({ authenticationType, pending: authenticationType === 'PENDING' })
  const link = await screen.findByRole('link', { name })
  expect(link).toHaveAttribute('href', href)
  expect(link.compareDocumentPosition(screen.getByText('موجودی شما'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('somebody who is verified sees the page alone', async () => {
  await open({ authorized: true, authenticationType: 'AUTHORIZED' })
  expect(await screen.findByText('موجودی شما')).toBeVisible()
  expect(screen.queryByRole('list', { name: 'مراحل شروع' })).toBeNull()
})
