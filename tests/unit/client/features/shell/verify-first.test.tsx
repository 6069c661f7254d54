import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Session, sessionQuery } from '#client/entities/session/session.ts'
import { VerifyFirst } from '#client/features/shell/profile-gates.tsx'
import { getAccount } from '#contract/account.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'

const server = clientServer()

/** A page for verified users alone, drawn for this session. */
async function open(differences: Partial<Session>) {
  server.use(mockEndpoint(getAccount, { baseDTO: person(differences) }))
  const page = (
    <VerifyFirst>
      <p>موجودی شما</p>
    </VerifyFirst>
  )
  return drawClient(page, { staticData: { title: 'wallet', verifyFirst: true } })
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
  const { client } = await open({ authorized: true, authenticationType: 'AUTHORIZED' })
  await expect.poll(() => client.getQueryData(sessionQuery().queryKey)?.authorized).toBe(true)
  expect(screen.getByText('موجودی شما')).toBeVisible()
  expect(screen.queryByRole('list', { name: 'مراحل شروع' })).toBeNull()
})
