import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import ProofSheet from '#client/features/proof/proof-sheet.tsx'
import { callApi } from '#client/lib/call-api.ts'
import { finishProof, followProof, proofAsked } from '#client/lib/proof.ts'
import { REFUSALS } from '#contract/errors.ts'
import { getPasskeys } from '#contract/passkeys.ts'
import { getSecurity, prove, renewRecoveryCodes, sendCode } from '#contract/security.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { securityOnWire } from '#tests/builders/security-on-wire.ts'

const server = clientServer()
/** Mounts the sheet as the app does. */
function Host() {
  return useSyncExternalStore(followProof, proofAsked) ? <ProofSheet /> : <p>the page</p>
}

let proven = false
const codes: unknown[] = []
let codesSent = 0
beforeEach(() => {
  proven = false
  codes.length = 0
  codesSent = 0
  server.use(
    mockEndpoint(getPasskeys, { content: [] }),
    mockEndpoint(getSecurity, { baseDTO: securityOnWire() }),
    mockEndpoint(renewRecoveryCodes, () =>
      proven ? { baseDTO: { recoveryCodes: ['done'] } } : refuseWith('PROOF_REQUIRED'),
    ),
    mockEndpoint(sendCode, () => {
      codesSent += 1
      return {
        baseDTO: {
          twoStepAuthenticationType: 'SMS' as const,
          starTwoStepAuthentication: '0912***4567',
          expiresInSeconds: 120,
        },
      }
    }),
    mockEndpoint(prove, ({ body }) => {
      codes.push(body)
      proven = true
      return {}
    }),
  )
})
// Closes a sheet that a test leaves open, so that the next test starts without it.
afterEach(() => finishProof(false))
const call = () => callApi(renewRecoveryCodes, {})

test('a call that needs a proof asks for it by SMS, and is made again once the code is right', async () => {
  await drawClient(<Host />)
  await screen.findByText('the page')
  const answer = call()
  expect(await screen.findByText('۰۹۱۲***۴۵۶۷')).toBeVisible()
  await userEvent.type(await screen.findByLabelText('کد ۶ رقمی'), '۱۲۳۴۵۶')
  expect((await answer).baseDTO.recoveryCodes).toEqual(['done'])
  expect(codes).toEqual([{ code: '123456', purpose: 'TWO_STEP' }])
  expect(codesSent).toBe(1)
  expect(await screen.findByText('the page')).toBeVisible()
})

test('a recovery code is offered to nobody without one', async () => {
  await drawClient(<Host />)
  await screen.findByText('the page')
  const refused = call().catch((error) => error)
  await screen.findByLabelText('کد ۶ رقمی')
  await new Promise((done) => setTimeout(done, 50))
  expect(screen.queryByRole('button', { name: 'استفاده از کد بازیابی' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'بستن' }))
  await refused
})

test('several calls at once share one sheet and one code', async () => {
  await drawClient(<Host />)
  await screen.findByText('the page')
  const answers = Promise.all([call(), call()])
  await userEvent.type(await screen.findByLabelText('کد ۶ رقمی'), '123456')
  expect(await answers).toHaveLength(2)
  expect(codes).toHaveLength(1)
  expect(codesSent).toBe(1)
})

test('a sheet that is left leaves the refusal standing', async () => {
  await drawClient(<Host />)
  await screen.findByText('the page')
  const refused = call().catch((error) => error)
  await userEvent.click(await screen.findByRole('button', { name: 'بستن' }))
  expect(await refused).toMatchObject({ code: 'PROOF_REQUIRED', message: REFUSALS.PROOF_REQUIRED.fa })
  expect(codes).toEqual([])
})

test('an authenticator has no clock, and is told as one', async () => {
  server.use(
    mockEndpoint(sendCode, {
      baseDTO: {
        twoStepAuthenticationType: 'GOOGLE_AUTHENTICATOR',
        starTwoStepAuthentication: null,
        expiresInSeconds: null,
      },
    }),
  )
  await drawClient(<Host />)
  await screen.findByText('the page')
  const answer = call()
  expect(await screen.findByText(/کد ۶ رقمی برنامهٔ Authenticator/)).toBeVisible()
  expect(screen.queryByRole('timer')).toBeNull()
  await userEvent.type(screen.getByLabelText('کد ۶ رقمی'), '123456')
  await answer
})

test('a recovery code does as well, half of one is not sent, and those left are counted', async () => {
  server.use(mockEndpoint(getSecurity, { baseDTO: securityOnWire({ recoveryCodesLeft: 9 }) }))
  await drawClient(<Host />)
  await screen.findByText('the page')
  const answer = call()
  await userEvent.click(await screen.findByRole('button', { name: 'استفاده از کد بازیابی' }))
  const field = screen.getByLabelText('کد بازیابی')
  await userEvent.type(field, 'K7QM-2XRD{Enter}')
  expect(field).toHaveAccessibleDescription('همهٔ ۱۶ کاراکتر کد بازیابی را وارد کنید.')
  expect(codes).toEqual([])
  await userEvent.type(field, '-9WTA-HB4C{Enter}')
  await answer
  expect(codes).toEqual([{ code: 'K7QM-2XRD-9WTA-HB4C', purpose: 'TWO_STEP' }])
  expect(await screen.findByText('۹ کد استفاده‌نشده دارید.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'بستن' }))
})

test.each(['INCORRECT_OTP', 'CODE_EXPIRED', 'TOO_MANY_TRIES', 'TOO_MANY_REQUESTS'] as const)(
  'a refused code (%s) says why, and another can be tried',
  async (code) => {
    server.use(mockEndpoint(prove, refuseWith(code)))
    await drawClient(<Host />)
    await screen.findByText('the page')
    const refused = call().catch((error) => error)
    const field = await screen.findByLabelText('کد ۶ رقمی')
    await userEvent.type(field, '123456')
    expect(await screen.findByText(REFUSALS[code].fa)).toBeVisible()
    if (code === 'CODE_EXPIRED') expect(screen.getByRole('button', { name: 'ارسال دوبارهٔ کد' })).toBeEnabled()
    else await vi.waitFor(() => expect(field).toBeEnabled())
    await userEvent.click(screen.getByRole('button', { name: 'بستن' }))
    await refused
  },
)

test('a code that cannot be sent says why, and is asked for again by a press', async () => {
  server.use(mockEndpoint(sendCode, refuseWith('SMS_OTP_UNAVAILABLE')))
  await drawClient(<Host />)
  await screen.findByText('the page')
  const refused = call().catch((error) => error)
  expect(await screen.findByText(REFUSALS.SMS_OTP_UNAVAILABLE.fa)).toBeVisible()
  server.use(
    mockEndpoint(sendCode, {
      baseDTO: { twoStepAuthenticationType: 'SMS', starTwoStepAuthentication: '0912***4567', expiresInSeconds: 120 },
    }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'تلاش دوباره' }))
  expect(await screen.findByLabelText('کد ۶ رقمی')).toBeEnabled()
  await userEvent.click(screen.getByRole('button', { name: 'بستن' }))
  await refused
})

test('where nobody can ask, the refusal stands', async () => {
  expect(await call().catch((error) => error)).toMatchObject({ code: 'PROOF_REQUIRED' })
})

test('no second code is sent when the network is back, or when the data of another user is wiped', async () => {
  const { client } = await drawClient(<Host />)
  await screen.findByText('the page')
  const refused = call().catch((error) => error)
  await screen.findByLabelText('کد ۶ رقمی')
  await client.refetchQueries({ type: 'active' })
  await client.resetQueries()
  // Its cells show the code; the field itself is not visible.
  await vi.waitFor(() => expect(screen.getByLabelText('کد ۶ رقمی')).toBeEnabled())
  expect(codesSent).toBe(1)
  await userEvent.click(screen.getByRole('button', { name: 'بستن' }))
  await refused
})
