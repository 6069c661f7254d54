import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { OperatorsPage } from '#client/features/operations/operators-page.tsx'
import { DutyRow } from '#client/features/operations/overview-page.tsx'
import { ProposalsPage } from '#client/features/operations/proposals-page.tsx'
import { SetUpScreen } from '#client/features/operations/set-up-screen.tsx'
import { words } from '#client/locales/en/operations.ts'
import { words as safety } from '#client/locales/en/safety.ts'
import { words as shell } from '#client/locales/en/shell.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { REFUSALS } from '#contract/errors.ts'
import { beginSetUp, confirmSetUp, finishSetUp, getDuty, getOperator, setDuty } from '#contract/operations.ts'
import {
  approveProposal,
  getOperators,
  getProposals,
  proposeLettingIn,
  proposeNewKeys,
  stopOperator,
} from '#contract/operations-proposals.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()
beforeEach(() =>
  server.use(
    mockEndpoint(getOperator, {
      baseDTO: { id: '9', name: 'Sara', roles: ['ADMIN'], expiresAt: '2099-01-01T00:00:00Z' },
    }),
    mockEndpoint(getCoinDetails, WIRE_COINS),
  ),
)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const type = async (label: string | RegExp, text: string) => userEvent.type(await screen.findByLabelText(label), text)
const giveReason = async (yes: string) => {
  const sheet = within(await screen.findByRole('dialog'))
  await userEvent.type(sheet.getByLabelText(words.act.reason), 'The phone is lost')
  await userEvent.click(sheet.getByRole('button', { name: yes }))
}

test('a set-up takes the code of the colleague before one is texted, and ends with a code of the authenticator', async () => {
  const sent: unknown[] = []
  const keep = ({ body }: Sent) => sent.push(body)
  server.use(
    mockEndpoint(beginSetUp, (call) => {
      keep(call)
      return { setUpToken: 'of-this-page' }
    }),
    mockEndpoint(finishSetUp, (call) => {
      keep(call)
      return { baseDTO: { password: 'aaaaa-bbbbb', secret: 'SEED', qrCodeLink: 'otpauth://totp/Kimia' } }
    }),
    mockEndpoint(confirmSetUp, (call) => (keep(call) === 3 ? refuseWith('INCORRECT_OTP') : {})),
  )
  await drawClient(<SetUpScreen />, { language: 'en' })
  expect(screen.getByRole('button', { name: shell.language.toggle })).toBeInTheDocument()
  await type(words.login.mobile, '09121234567')
  await press(words.setUp.begin)
  expect(await screen.findByText(words.setUp.handoverMissing)).toBeInTheDocument()
  expect(sent).toEqual([])
  await type(words.setUp.handover, 'K7QM-2XRD')
  await press(words.setUp.begin)
  await type(words.setUp.code, '123456')
  await press(words.setUp.finish)
  expect(await screen.findByText('aaaaa-bbbbb')).toBeInTheDocument()
  expect(screen.queryByText(words.setUp.ready)).toBeNull()
  await type(words.setUp.confirmCode, '654321')
  await press(words.setUp.confirm)
  expect(await screen.findByText(REFUSALS.INCORRECT_OTP.en)).toBeInTheDocument()
  await press(words.setUp.confirm)
  expect(await screen.findByText(words.setUp.ready)).toBeInTheDocument()
  expect(screen.queryByText('aaaaa-bbbbb')).toBeNull()
  const confirmed = { setUpToken: 'of-this-page', code: '654321' }
  expect(sent).toEqual([
    { mobileNumber: '09121234567', handoverCode: 'K7QM-2XRD' },
    { setUpToken: 'of-this-page', code: '123456' },
    confirmed,
    confirmed,
  ])
})

test('who approves an operator is shown the code to hand over, until it is noted', async () => {
  const proposal = {
    ...{ id: '6', kind: 'ADD_OPERATOR' as const, state: 'OPEN' as const, user: null, credit: [], subject: null },
    ...{
      operator: { name: 'Mina', mobileNumber: '+989121234567' },
      changes: [],
      broadcast: null,
      isOwn: false,
      mayDecide: true,
    },
    ...{ reason: 'Night shift', proposedBy: 'Reza', executed: false, failure: null, decidedBy: null, decidedAt: null },
    ...{ proposedAt: '2026-11-20T08:00:00Z', expiresAt: '2026-11-21T08:00:00Z', decisionReason: null },
  }
  server.use(
    mockEndpoint(getProposals, { content: [proposal] }),
    mockEndpoint(approveProposal, { handoverCode: 'K7QM-2XRD' }),
  )
  await drawClient(<ProposalsPage />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: words.proposals.approve.action }))
  await giveReason(words.proposals.approve.action)
  expect(await screen.findByText('K7QM-2XRD')).toBeInTheDocument()
  await press(safety.operators.handover.done)
  expect(screen.queryByText('K7QM-2XRD')).toBeNull()
})

const MINA = {
  ...{ id: '10', name: 'Mina', mobileNumber: '+989121234567', roles: ['ADMIN' as const], isOwn: false },
  ...{ hasKeys: true, isFrozen: false, lastSignInAt: null },
}
const { stop, letIn, keys } = safety.operators
const named = (title: string, name: string) => title.replace('{{name}}', name)

test.each([
  ['is stopped', MINA, named(stop.title, 'Mina'), stop.action, stopOperator],
  ['gets new keys', MINA, named(keys.title, 'Mina'), 'Propose change', proposeNewKeys],
  [
    'who never set up gets new keys',
    { ...MINA, hasKeys: false },
    named(keys.title, 'Mina'),
    'Propose change',
    proposeNewKeys,
  ],
  ['is let in again', { ...MINA, isFrozen: true }, named(letIn.title, 'Mina'), 'Propose change', proposeLettingIn],
] as const)('an operator %s by a button of the list, with a reason', async (_, operator, title, yes, endpoint) => {
  const sent: Sent[] = []
  const answer = (call: Sent) => {
    sent.push(call)
    return endpoint === stopOperator ? {} : { baseDTO: { id: '4' } }
  }
  server.use(mockEndpoint(getOperators, { content: [operator] }), mockEndpoint(endpoint, answer as never))
  await drawClient(<OperatorsPage />, { language: 'en' })
  // On a phone rare actions are in a sheet.
  const [more] = await screen.findAllByRole('button', { name: named(safety.operators.moreOf, 'Mina') })
  if (more && endpoint === proposeNewKeys) await userEvent.click(more)
  const [button] = await screen.findAllByRole('button', { name: title })
  if (button) await userEvent.click(button)
  await giveReason(yes)
  await expect
    .poll(() => sent.map(({ params, body }) => [params.id, body]))
    .toEqual([['10', { reason: 'The phone is lost' }]])
})

test('one who is stopped is not offered to be stopped again, and one who works is not let in', async () => {
  server.use(mockEndpoint(getOperators, { content: [MINA, { ...MINA, id: '11', name: 'Reza', isFrozen: true }] }))
  await drawClient(<OperatorsPage />, { language: 'en' })
  expect((await screen.findAllByRole('button', { name: named(stop.title, 'Mina') })).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: named(stop.title, 'Reza') })).toBeNull()
  expect(screen.queryByRole('button', { name: named(letIn.title, 'Mina') })).toBeNull()
  expect(screen.queryByRole('button', { name: named(keys.title, 'Reza') })).toBeNull()
})

test('an operator goes on duty by one switch, and sees who else is', async () => {
  const sent: unknown[] = []
  let onDuty = false
  server.use(
    mockEndpoint(getDuty, () => ({ baseDTO: { onDuty, others: ['Reza'] } })),
    mockEndpoint(setDuty, ({ body }) => {
      sent.push(body)
      onDuty = true
      return {}
    }),
  )
  await drawClient(<DutyRow />, { language: 'en' })
  const box = await screen.findByRole('checkbox', { name: new RegExp(safety.duty.label) })
  expect(box).not.toBeChecked()
  expect(screen.getByText(/Reza/)).toBeInTheDocument()
  await userEvent.click(box)
  await expect.poll(() => sent).toEqual([{ onDuty: true }])
  expect(box).toBeChecked()
})
