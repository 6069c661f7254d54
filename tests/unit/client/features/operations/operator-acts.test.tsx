import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { OperatorActs } from '#client/features/operations/operator-acts.tsx'
import { words as desk } from '#client/locales/fa/desk.ts'
import { words as safety } from '#client/locales/fa/safety.ts'
import { getOperator } from '#contract/operations.ts'
import { getOpenProposals } from '#contract/operations-proposals.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'

const server = clientServer()
const MINA = {
  id: '10',
  name: 'مینا',
  mobileNumber: '+989121234567',
  roles: ['ADMIN' as const],
  hasKeys: true,
  isFrozen: false,
  lastSignInAt: null,
  isOwn: false,
}

test('on a phone a row has what is done most, and the rest in a sheet', async () => {
  server.use(
    mockEndpoint(getOperator, {
      baseDTO: { id: '9', name: 'Sara', roles: ['ADMIN'], expiresAt: '2099-01-01T00:00:00Z' },
    }),
    mockEndpoint(getOpenProposals, { content: [] }),
  )
  await drawClient(<OperatorActs operator={MINA} />)
  expect(await screen.findByText(desk.operators.change.action)).toBeInTheDocument()
  expect(screen.getByText(safety.operators.stop.action)).toBeInTheDocument()
  expect(screen.queryByText(desk.operators.remove.action)).toBeNull()
  await userEvent.click(screen.getByText(safety.operators.more))
  const sheet = within(await screen.findByRole('dialog'))
  expect(sheet.getByText(safety.operators.keys.action)).toBeInTheDocument()
  await userEvent.click(sheet.getByText(desk.operators.remove.action))
  const title = desk.operators.remove.title.replace('{{name}}', MINA.name)
  expect(screen.getByRole('dialog', { name: title })).toBeVisible()
})
