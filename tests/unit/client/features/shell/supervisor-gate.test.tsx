import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { SupervisorGate } from '#client/features/shell/profile-gates.tsx'
import { SUPERVISOR_CLOSED_PAGES } from '#client/features/shell/profile-pages.ts'
import { getAccount } from '#contract/account.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'

const server = clientServer()
let supervisor = true
beforeEach(() => {
  supervisor = true
  server.use(mockEndpoint(getAccount, () => ({ baseDTO: person({ supervisor }) })))
})

/** Every address of the tests' router is "/$". */
const draw = (closedPages: readonly string[]) =>
  drawClient(
    <SupervisorGate closedPages={closedPages}>
      <p>کیف پول</p>
    </SupervisorGate>,
  )

test('a page of the list is closed to a market maker, who is told so', async () => {
  await draw(['/$'])
  expect(await screen.findByRole('heading', { name: 'این بخش برای شما فعال نیست' })).toBeVisible()
  expect(screen.getByText('این بخش برای تأمین‌کنندگان نقدینگی در دسترس نیست.')).toBeVisible()
  expect(screen.queryByText('کیف پول')).toBeNull()
})

test('and is open to everybody else', async () => {
  supervisor = false
  await draw(['/$'])
  expect(await screen.findByText('کیف پول')).toBeVisible()
})

test('the list is empty: no page is closed to a market maker today', async () => {
  expect(SUPERVISOR_CLOSED_PAGES).toEqual([])
  await draw(SUPERVISOR_CLOSED_PAGES)
  expect(await screen.findByText('کیف پول')).toBeVisible()
})
