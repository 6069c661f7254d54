import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createPasskey, signByPasskey } from '#client/entities/session/passkeys.ts'
import { PasskeyLogin } from '#client/features/auth/passkey-login.tsx'
import { words as en } from '#client/locales/en/passkeys.ts'
import { words as fa } from '#client/locales/fa/passkeys.ts'
import { REFUSALS } from '#contract/errors.ts'
import { beginPasskeyLogin, loginByPasskey } from '#contract/passkeys.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'

const { startAuthentication, startRegistration, browserSupportsWebAuthn } = vi.hoisted(() => ({
  startAuthentication: vi.fn(),
  startRegistration: vi.fn(),
  browserSupportsWebAuthn: vi.fn(() => true),
}))
vi.mock('@simplewebauthn/browser', async (original) => ({
  ...(await original<typeof import('@simplewebauthn/browser')>()),
  startAuthentication,
  startRegistration,
  browserSupportsWebAuthn,
}))

const OPTIONS = {
  challenge: 'AAAA',
  rpId: 'kimia.example',
  timeout: 300_000,
  userVerification: 'required' as const,
  allowCredentials: [],
}
const SIGNED = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
}

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  server.resetHandlers()
  vi.clearAllMocks()
})
afterAll(() => server.close())

const { WebAuthnError } = await vi.importActual<typeof import('@simplewebauthn/browser')>('@simplewebauthn/browser')
const deviceError = (code: ConstructorParameters<typeof WebAuthnError>[0]['code']) =>
  new WebAuthnError({ message: code, code, cause: new Error(code) })

async function press(language: 'fa' | 'en') {
  server.use(mockEndpoint(beginPasskeyLogin, { baseDTO: { flowToken: 'flow', options: OPTIONS } }))
  const onLoggedIn = vi.fn()
  await drawClient(<PasskeyLogin onLoggedIn={onLoggedIn} />, { language })
  const words = { fa, en }[language]
  await userEvent.click(await screen.findByRole('button', { name: words.login.action }))
  return onLoggedIn
}

describe.each(['fa', 'en'] as const)('a login by a passkey (%s)', (language) => {
  const { fault } = { fa, en }[language]

  test.each([
    ['whose device gave up', new Error('NotAllowedError'), fault.CANCELLED],
    ['of another site', deviceError('ERROR_INVALID_RP_ID'), fault.WRONG_SITE.replace('{{site}}', 'kimia.example')],
    [
      'at an address of numbers',
      deviceError('ERROR_INVALID_DOMAIN'),
      fault.WRONG_SITE.replace('{{site}}', 'kimia.example'),
    ],
  ])('%s says so', async (_what, error, sentence) => {
    startAuthentication.mockRejectedValue(error)
    const onLoggedIn = await press(language)
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(onLoggedIn).not.toHaveBeenCalled()
  })

  test('says where the browser has none', async () => {
    browserSupportsWebAuthn.mockReturnValueOnce(false)
    await press(language)
    expect(await screen.findByText(fault.UNSUPPORTED)).toBeVisible()
  })
})

test('what the server refuses shows its sentence, and sends what the device has signed', async () => {
  startAuthentication.mockResolvedValue(SIGNED)
  let sent: unknown
  server.use(
    mockEndpoint(loginByPasskey, ({ body }) => {
      sent = body
      return refuseWith('PASSKEY_EXPIRED')
    }),
  )
  await press('fa')
  expect(await screen.findByText(REFUSALS.PASSKEY_EXPIRED.fa)).toBeVisible()
  expect(sent).toMatchObject({ flowToken: 'flow', credential: { id: 'AAAA', ...SIGNED.response } })
})

test('a device that has a passkey already, and one that cannot make any, are told apart', async () => {
  const options = {
    challenge: 'AAAA',
    rp: { id: 'kimia.example', name: 'Kimia' },
    user: { id: 'AAAA', name: 'mina', displayName: 'mina' },
    pubKeyCredParams: [],
    timeout: 1,
    attestation: 'none' as const,
    excludeCredentials: [],
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  }
  startRegistration.mockRejectedValueOnce(deviceError('ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'))
  await expect(createPasskey(options)).rejects.toMatchObject({ reason: 'KNOWN' })
  startRegistration.mockRejectedValueOnce(deviceError('ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT'))
  await expect(createPasskey(options)).rejects.toMatchObject({ reason: 'UNSUPPORTED' })
  startAuthentication.mockResolvedValueOnce({ ...SIGNED, response: { ...SIGNED.response, userHandle: undefined } })
  expect(await signByPasskey(OPTIONS)).not.toHaveProperty('userHandle')
})
