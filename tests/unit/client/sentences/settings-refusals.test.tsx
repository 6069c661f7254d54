import { fireEvent, screen } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { vi } from 'vitest'
import { CreateCodeSheet } from '#client/features/invite/codes-section.tsx'
import ProofSheet, { PasskeyProof } from '#client/features/proof/proof-sheet.tsx'
import { ApiKeysSection } from '#client/features/settings/api-keys/api-keys-section.tsx'
import { CreateKeySheet } from '#client/features/settings/api-keys/create-key-sheet.tsx'
import { FreezeSection } from '#client/features/settings/freeze-section.tsx'
import { PasskeysSection } from '#client/features/settings/passkeys-section.tsx'
import { FirstPasswordSection, PasswordSection } from '#client/features/settings/password-section.tsx'
import { PhraseSection } from '#client/features/settings/phrase-section.tsx'
import { SessionsSection } from '#client/features/settings/sessions-section.tsx'
import { SignOnSection } from '#client/features/settings/sign-on-section.tsx'
import { TwoStepSection } from '#client/features/settings/two-step-section.tsx'
import { followProof, proofAsked } from '#client/lib/proof.ts'
import { words as apiKeysEn } from '#client/locales/en/api-keys.ts'
import { words as passkeysEn } from '#client/locales/en/passkeys.ts'
import { words as proofEn } from '#client/locales/en/proof.ts'
import { words as settingsEn } from '#client/locales/en/settings.ts'
import { words as signOnEn } from '#client/locales/en/sign-on.ts'
import { words as uiEn } from '#client/locales/en/ui.ts'
import { words as apiKeysFa } from '#client/locales/fa/api-keys.ts'
import { words as passkeysFa } from '#client/locales/fa/passkeys.ts'
import { words as proofFa } from '#client/locales/fa/proof.ts'
import { words as settingsFa } from '#client/locales/fa/settings.ts'
import { words as signOnFa } from '#client/locales/fa/sign-on.ts'
import { words as uiFa } from '#client/locales/fa/ui.ts'
import { createApiKey, getApiKeys, removeApiKey } from '#contract/api-keys.ts'
import { createReferralCode } from '#contract/invites.ts'
import { addPasskey, beginPasskey, beginPasskeyProof, getPasskeys, removePasskey } from '#contract/passkeys.ts'
import {
  changePassword,
  endSession,
  freezeAccount,
  getSecurity,
  getSessions,
  sendCode,
  sendVerificationCode,
  setAntiPhishingPhrase,
} from '#contract/security.ts'
import {
  getSignOnIdentities,
  getSignOnProviders,
  linkSignOn,
  setFirstPassword,
  unlinkSignOn,
} from '#contract/sign-on.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { securityOnWire } from '#tests/builders/security-on-wire.ts'
import { fill, press, submit } from './act.ts'
import { type Meeting, testRefusals } from './meet-refusals.tsx'

vi.mock('@simplewebauthn/browser', async (original) => ({
  ...(await original<typeof import('@simplewebauthn/browser')>()),
  browserSupportsWebAuthn: () => true,
  startRegistration: async () => ({
    id: 'AAAA',
    response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: [] },
  }),
}))

const WORDS = {
  fa: { ...settingsFa, apiKeys: apiKeysFa, passkeys: passkeysFa, proof: proofFa, signOn: signOnFa, close: uiFa.close },
  en: { ...settingsEn, apiKeys: apiKeysEn, passkeys: passkeysEn, proof: proofEn, signOn: signOnEn, close: uiEn.close },
}
const security = (differences: Parameters<typeof securityOnWire>[0] = {}) =>
  mockEndpoint(getSecurity, { baseDTO: securityOnWire(differences) })
const PASSWORD = 'Zafaran-99'
const AT = '2026-11-20T08:00:00.000Z'

const atPassword: Meeting = {
  part: <PasswordSection />,
  refused: changePassword,
  act: async () => {
    await fill({ oldPassword: 'Zaferan12', password: PASSWORD, repeat: PASSWORD })
    await submit()
  },
}

const atFirstPassword: Meeting = {
  part: <FirstPasswordSection />,
  refused: setFirstPassword,
  act: async () => {
    await fill({ password: PASSWORD, repeat: PASSWORD })
    await submit()
  },
}

/** The user types the address into the sheet that asks for one. */
const atTwoStepEmail: Meeting = {
  part: <TwoStepSection />,
  refused: sendVerificationCode,
  answers: [security()],
  act: async (language) => {
    fireEvent.click(await screen.findByText(WORDS[language].twoStep.method.EMAIL))
    await fill({ email: 'mina@example.com' })
    await submit()
  },
}

const atPhrase: Meeting = {
  part: <PhraseSection />,
  refused: setAntiPhishingPhrase,
  answers: [security()],
  act: async (language) => {
    await press(WORDS[language].phrase.set)
    await fill({ phrase: 'سبزه‌زار' })
    await submit()
  },
}

const SESSION = {
  id: '7',
  openedDateTime: AT,
  lastUsedDateTime: AT,
  ipAddress: '203.0.113.9',
  deviceType: 'DESKTOP',
  osType: 'UNKNOWN',
  browser: 'Brave',
}
const atSessions: Meeting = {
  part: <SessionsSection />,
  refused: endSession,
  answers: [
    mockEndpoint(getSessions, {
      content: [
        { ...SESSION, id: '8', current: true },
        { ...SESSION, current: false },
      ],
    }),
    security(),
  ],
  act: async (language) => {
    const { end, endYes } = WORDS[language].sessions
    await press(end.replace('{{device}}', 'Brave'))
    await press(endYes)
  },
}

const KEY = {
  id: '1',
  name: 'bot',
  prefix: 'kmk_3fQ9xB',
  rights: ['read' as const],
  addresses: [],
  createdAtDateTime: AT,
  expiresAt: null,
  lastUsedAtDateTime: null,
  lastUsedIpAddress: null,
}
const atNewKey: Meeting = {
  part: <CreateKeySheet onClose={() => undefined} />,
  refused: createApiKey,
  act: async () => {
    await fill({ keyName: 'bot', addresses: '203.0.113.9' })
    await submit()
  },
}
const atOldKey: Meeting = {
  part: <ApiKeysSection />,
  refused: removeApiKey,
  answers: [mockEndpoint(getApiKeys, { content: [KEY] })],
  act: async (language) => {
    await press(WORDS[language].apiKeys.remove.action.replace('{{name}}', 'bot'))
    await press(WORDS[language].apiKeys.remove.yes)
  },
}

const PASSKEY = { id: '7', name: 'Phone', createdDateTime: AT, lastUsedDateTime: null, synced: false }
const CREATION = {
  challenge: 'AAAA',
  rp: { id: 'kimia.example', name: 'Kimia' },
  user: { id: 'AAAA', name: '0912***4567', displayName: '0912***4567' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
  timeout: 300_000,
  attestation: 'none' as const,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true as const,
    userVerification: 'required' as const,
  },
}
const atNewPasskey: Meeting = {
  part: <PasskeysSection />,
  refused: addPasskey,
  answers: [
    mockEndpoint(getPasskeys, { content: [] }),
    mockEndpoint(beginPasskey, { baseDTO: { flowToken: 'f'.repeat(43), options: CREATION } }),
  ],
  act: async (language) => {
    await press(WORDS[language].passkeys.add.action)
    await fill({ passkeyName: 'Phone' })
    await submit()
  },
}
const atOldPasskey: Meeting = {
  part: <PasskeysSection />,
  refused: removePasskey,
  answers: [mockEndpoint(getPasskeys, { content: [PASSKEY] })],
  act: async (language) => {
    await press(WORDS[language].passkeys.remove.action.replace('{{name}}', 'Phone'))
    await press(WORDS[language].passkeys.remove.yes)
  },
}
const atPasskeyProof: Meeting = {
  part: <PasskeyProof onProven={() => undefined} />,
  refused: beginPasskeyProof,
  act: (language) => press(WORDS[language].passkeys.prove.action),
}

const providers = mockEndpoint(getSignOnProviders, { content: ['GOOGLE'] })
const identities = (...content: { id: string; email: string; linkedDateTime: string; lastUsedDateTime: null }[]) =>
  mockEndpoint(getSignOnIdentities, { content, baseDTO: { hasPassword: false } })
const atLink: Meeting = {
  part: <SignOnSection outcome={undefined} />,
  refused: linkSignOn,
  answers: [providers, identities()],
  act: (language) => press(WORDS[language].signOn.link.action),
}
const atUnlink: Meeting = {
  part: <SignOnSection outcome={undefined} />,
  refused: unlinkSignOn,
  answers: [providers, identities({ id: '7', email: 'mina@example.com', linkedDateTime: AT, lastUsedDateTime: null })],
  act: async (language) => {
    await press(WORDS[language].signOn.unlink.action)
    await press(WORDS[language].signOn.unlink.yes)
  },
}

/** The question for a proof, as the app mounts it, stays without an answer. */
function Proof() {
  return useSyncExternalStore(followProof, proofAsked) ? <ProofSheet /> : null
}
const CODE = {
  twoStepAuthenticationType: 'SMS' as const,
  starTwoStepAuthentication: '0912***4567',
  expiresInSeconds: 120,
}
const atProofLeft: Meeting = {
  part: (
    <>
      <FreezeSection />
      <Proof />
    </>
  ),
  refused: freezeAccount,
  answers: [mockEndpoint(getPasskeys, { content: [] }), mockEndpoint(sendCode, { baseDTO: CODE })],
  act: async (language) => {
    await press(WORDS[language].freeze.action)
    await press(WORDS[language].freeze.action)
    await screen.findByText(WORDS[language].proof.title.SMS)
    await press(WORDS[language].close)
  },
}
const atReferralCode: Meeting = {
  part: <CreateCodeSheet onCreated={() => undefined} onClose={() => undefined} />,
  refused: createReferralCode,
  act: () => submit(),
}

testRefusals<'settings'>({
  PROOF_REQUIRED: atProofLeft,
  DEVICE_TOO_NEW: atNewKey,
  PASSKEY_ALREADY_ADDED: atNewPasskey,
  PASSKEYS_TOO_MANY: atNewPasskey,
  NO_PASSKEYS: atPasskeyProof,
  SIGN_ON_UNAVAILABLE: atLink,
  SIGN_ON_LINKED: atLink,
  SIGN_ON_LAST_WAY: atUnlink,
  EMAIL_REQUIRED: atTwoStepEmail,
  INVALID_EMAIL: atTwoStepEmail,
  OLD_PASSWORD_INCORRECT: { ...atPassword, field: 'oldPassword' },
  PASSWORD_UNCHANGED: { ...atPassword, field: 'password' },
  SESSION_NOT_FOUND: atSessions,
  PHRASE_INVALID: atPhrase,
  API_KEY_ADDRESS_INVALID: atNewKey,
  API_KEY_ADDRESS_REQUIRED: atNewKey,
  API_KEYS_TOO_MANY: atNewKey,
  API_KEY_NOT_FOUND: atOldKey,
  EXPIRY_INVALID: atNewKey,
  REFERRAL_CODES_TOO_MANY: atReferralCode,
  UNAUTHENTICATED: atPhrase,
  FORBIDDEN: atFirstPassword,
  NOT_FOUND: atOldPasskey,
})
