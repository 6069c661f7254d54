import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import ProofSheet from '#client/features/proof/proof-sheet.tsx'
import { words as passkeysEn } from '#client/locales/en/passkeys.ts'
import { words as proofEn } from '#client/locales/en/proof.ts'
import { words as passkeysFa } from '#client/locales/fa/passkeys.ts'
import { words as proofFa } from '#client/locales/fa/proof.ts'
import { REFUSALS } from '#contract/errors.ts'
import { beginPasskeyProof, getPasskeys } from '#contract/passkeys.ts'
import { getSecurity, sendCode } from '#contract/security.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { securityOnWire } from '#tests/builders/security-on-wire.ts'

const PASSKEY = {
  id: '1',
  name: 'Phone',
  createdDateTime: '2026-11-20T08:00:00.000Z',
  lastUsedDateTime: null,
  synced: false,
}
const WORDS = { fa: { ...passkeysFa, proof: proofFa }, en: { ...passkeysEn, proof: proofEn } }

const server = clientServer()

/** Counts the sent codes. */
function sentCodes() {
  const sent = vi.fn()
  server.use(
    mockEndpoint(getSecurity, { baseDTO: securityOnWire() }),
    mockEndpoint(sendCode, () => {
      sent()
      return {
        message: 'Verification Code Sent',
        baseDTO: {
          starTwoStepAuthentication: '0912***4567',
          twoStepAuthenticationType: 'SMS' as const,
          expiresInSeconds: 120,
        },
      }
    }),
  )
  return sent
}

describe.each(['fa', 'en'] as const)('a fresh proof (%s)', (language) => {
  const words = WORDS[language]
  const button = (name: string) => screen.findByRole('button', { name, hidden: true })

  test('is by a passkey where there is one; a code is sent once, when it is asked for', async () => {
    const sent = sentCodes()
    server.use(mockEndpoint(getPasskeys, { content: [PASSKEY] }))
    await drawClient(<ProofSheet />, { language })
    await button(words.prove.action)
    expect(sent).not.toHaveBeenCalled()
    await userEvent.click(await button(words.proof.bySecondStep))
    await screen.findByText(words.proof.text.SMS, { exact: false })
    await userEvent.click(await button(words.proof.byPasskey))
    await userEvent.click(await button(words.proof.bySecondStep))
    await screen.findByText(words.proof.text.SMS, { exact: false })
    expect(sent).toHaveBeenCalledOnce()
  })

  test('is by the second step where there is no passkey, and none is offered', async () => {
    const sent = sentCodes()
    server.use(mockEndpoint(getPasskeys, { content: [] }))
    await drawClient(<ProofSheet />, { language })
    await screen.findByText(words.proof.text.SMS, { exact: false })
    expect(sent).toHaveBeenCalledOnce()
    expect(screen.queryByRole('button', { name: words.proof.byPasskey, hidden: true })).toBeNull()
  })
})

test('a passkey that was removed elsewhere meanwhile says so', async () => {
  sentCodes()
  server.use(
    mockEndpoint(getPasskeys, { content: [PASSKEY] }),
    mockEndpoint(beginPasskeyProof, refuseWith('NO_PASSKEYS')),
  )
  await drawClient(<ProofSheet />)
  await userEvent.click(await screen.findByRole('button', { name: passkeysFa.prove.action, hidden: true }))
  expect(await screen.findByText(REFUSALS.NO_PASSKEYS.fa)).toBeInTheDocument()
})
