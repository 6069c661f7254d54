import { useMutation } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, useSyncExternalStore } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ActSheet } from '#client/features/operations/act-sheet.tsx'
import { OperationsFrame } from '#client/features/operations/operations-frame.tsx'
import { OperatorProofSheet } from '#client/features/operations/operator-code.tsx'
import { callApi } from '#client/lib/call-api.ts'
import { followProof, proofAsked } from '#client/lib/proof.ts'
import { words as desk } from '#client/locales/en/desk.ts'
import { words as en } from '#client/locales/en/operations.ts'
import { words as fa } from '#client/locales/fa/operations.ts'
import { REFUSALS } from '#contract/errors.ts'
import { getOperator, operatorLogout, proveOperator } from '#contract/operations.ts'
import { approveProposal } from '#contract/operations-proposals.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const NEVER = new Promise<never>(() => undefined)

describe.each([
  ['fa', fa, '۶', '۵'],
  ['en', en, '6', '5'],
] as const)("the end of an operator's session (%s)", (language, words, six, five) => {
  const server = clientServer()
  let isOver: boolean

  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] })
    isOver = false
    server.use(
      mockEndpoint(getOperator, () =>
        isOver
          ? refuseWith('UNAUTHENTICATED')
          : {
              baseDTO: {
                id: '7',
                name: 'Sara',
                roles: ['SUPPORT' as const],
                expiresAt: new Date(NOW + 6 * 60_000).toISOString(),
              },
            },
      ),
      mockEndpoint(operatorLogout, () => {
        isOver = true
        return {}
      }),
    )
    return () => vi.useRealTimers()
  })
  const draw = () => drawClient(<OperationsFrame>a room</OperationsFrame>, { language, path: '/operations' })
  const left = (minutes: string) => words.session.left.replace('{{minutes}}', minutes)
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

  test('is marked and said once from five minutes on, and leads to the login in words', async () => {
    await draw()
    expect(await screen.findByText('Sara')).toBeVisible()
    expect(screen.queryByText(left(six))).toBeNull()
    expect(said()).not.toContain(words.session.soon)
    vi.advanceTimersByTime(60_000)
    expect(await screen.findByText(left(five))).toBeVisible()
    expect(said()).toContain(words.session.soon)
    isOver = true
    vi.advanceTimersByTime(6 * 60_000)
    expect(await screen.findByRole('button', { name: words.login.action })).toBeVisible()
    expect(screen.getByText(words.session.ended).closest('[role=alert]')).toBeVisible()
    expect(screen.queryByText('a room')).toBeNull()
  })

  test('wipes the screen by the clock of the page, where the server does not answer', async () => {
    await draw()
    expect(await screen.findByText('a room')).toBeVisible()
    server.use(mockEndpoint(getOperator, () => NEVER))
    vi.advanceTimersByTime(6 * 60_000)
    await waitFor(() => expect(screen.queryByText('a room')).toBeNull())
    expect(screen.getByText(words.session.ended)).toBeVisible()
  })

  test('is not what a logout is', async () => {
    await draw()
    await userEvent.click(await screen.findByRole('button', { name: words.session.exit }))
    expect(await screen.findByRole('button', { name: words.login.action })).toBeVisible()
    await waitFor(() => expect(screen.queryByText('a room')).toBeNull())
    expect(screen.queryByText(words.session.ended)).toBeNull()
  })
})

/** Mounts the question next to an action, as the app does. */
function Console() {
  const prover = useSyncExternalStore(followProof, proofAsked)
  const act = useMutation({
    mutationFn: () => callApi(approveProposal, { params: { id: '5' }, body: { reason: 'fits' } }),
  })
  return (
    <>
      <button type="button" onClick={() => act.mutate()}>
        approve
      </button>
      <p>{act.isSuccess ? 'approved' : act.isError ? 'not approved' : ''}</p>
      {prover === 'operator' && <OperatorProofSheet />}
    </>
  )
}

/** An action in a sheet of its own. */
function Approval() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {isOpen && (
        <ActSheet
          title="Change of a market"
          yes="Approve"
          done="Approved"
          act={(reason) => callApi(approveProposal, { params: { id: '5' }, body: { reason } })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

describe('a code of the authenticator before an act that reaches far', () => {
  const server = clientServer()

  async function press() {
    let proven = false
    const codes: unknown[] = []
    server.use(
      mockEndpoint(approveProposal, () => (proven ? {} : refuseWith('PROOF_REQUIRED'))),
      mockEndpoint(proveOperator, ({ body }) => {
        codes.push(body)
        proven = JSON.stringify(body).includes('123456')
        return proven ? {} : refuseWith('INCORRECT_OTP')
      }),
    )
    await drawClient(<Console />, { language: 'en', path: '/operations' })
    await userEvent.click(screen.getByRole('button', { name: 'approve' }))
    return { codes, field: await screen.findByLabelText(en.login.code) }
  }

  test('is asked for, wrong and right, and the act is then done as it was', async () => {
    const { codes, field } = await press()
    await userEvent.click(screen.getByRole('button', { name: desk.proof.action }))
    expect(field).toHaveAccessibleDescription(desk.proof.missing)
    await userEvent.type(field, '000000{Enter}')
    await waitFor(() => expect(field).toHaveAccessibleDescription(REFUSALS.INCORRECT_OTP.en))
    await userEvent.type(field, '123456{Enter}')
    expect(await screen.findByText('approved')).toBeVisible()
    expect(codes).toEqual([{ code: '000000' }, { code: '123456' }])
    expect(screen.queryByLabelText(en.login.code)).toBeNull()
  })

  test('left, the act is not done', async () => {
    await press()
    await userEvent.click(screen.getByRole('button', { name: /close/i }))
    expect(await screen.findByText('not approved')).toBeVisible()
  })

  test('is asked for in the sheet of the act itself, and nothing of the act changes meanwhile', async () => {
    const reasons: unknown[] = []
    let proven = false
    const expiresAt = new Date(Date.now() + 30 * 60_000).toISOString()
    server.use(
      mockEndpoint(getOperator, { baseDTO: { id: '7', name: 'Sara', roles: ['ADMIN'], expiresAt } }),
      mockEndpoint(approveProposal, ({ body }) => {
        if (!proven) return refuseWith('PROOF_REQUIRED')
        reasons.push(body)
        return {}
      }),
      mockEndpoint(proveOperator, ({ body }) => {
        proven = JSON.stringify(body).includes('123456')
        return proven ? {} : refuseWith('INCORRECT_OTP')
      }),
    )
    await drawClient(
      <OperationsFrame>
        <Approval />
      </OperationsFrame>,
      { language: 'en', path: '/operations' },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'open' }))
    const reason = screen.getByRole('textbox', { name: en.act.reason })
    await userEvent.type(reason, 'It fits')
    await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
    const code = await screen.findByLabelText(en.login.code)
    await waitFor(() => expect(code).toHaveFocus())
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    expect(reason).toBeDisabled()
    await userEvent.type(code, '000000{Enter}')
    await waitFor(() => expect(code).toHaveAccessibleDescription(REFUSALS.INCORRECT_OTP.en))
    await userEvent.type(code, '123456{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(reasons).toEqual([{ reason: 'It fits' }])
    proven = false
    await userEvent.click(screen.getByRole('button', { name: 'open' }))
    await userEvent.type(screen.getByRole('textbox', { name: en.act.reason }), 'Left')
    await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
    expect(await screen.findByLabelText(en.login.code)).toHaveValue('')
    await userEvent.click(screen.getByRole('button', { name: en.act.cancel }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(reasons).toHaveLength(1)
  })

  test('a session that ended elsewhere leads to the login with the first call that is refused, which no further answer is waited for', async () => {
    let isOver = false
    const expiresAt = new Date(Date.now() + 30 * 60_000).toISOString()
    const operator = { id: '7', name: 'Sara', roles: ['ADMIN' as const], expiresAt }
    server.use(
      mockEndpoint(getOperator, () => (isOver ? NEVER : { baseDTO: operator })),
      mockEndpoint(approveProposal, () => refuseWith('UNAUTHENTICATED')),
    )
    await drawClient(
      <OperationsFrame>
        <Console />
      </OperationsFrame>,
      { language: 'en', path: '/operations' },
    )
    const button = await screen.findByRole('button', { name: 'approve' })
    isOver = true
    await userEvent.click(button)
    expect(await screen.findByText(en.session.ended)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'approve' })).toBeNull()
  })
})
