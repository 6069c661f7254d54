import { vi } from 'vitest'

const bytes = (text: string) => new TextEncoder().encode(text).buffer

/** A passkey in the list of its user. */
export const WIRE_PASSKEY = {
  id: '1',
  name: 'Phone',
  createdDateTime: '2026-11-20T08:00:00Z',
  lastUsedDateTime: null,
  synced: false,
}

/** The server's question to a passkey. */
export const PASSKEY_QUESTION = {
  flowToken: 'f'.repeat(43),
  options: {
    ...{ challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', timeout: 60_000, userVerification: 'required' as const },
    allowCredentials: [{ id: 'a2V5', type: 'public-key' as const, transports: ['internal'] }],
  },
}

/** Lets the browser of a test answer questions to passkeys. */
export function stubPasskeyDevice(): void {
  vi.stubGlobal('PublicKeyCredential', class {})
  const answer = {
    ...{ id: 'a2V5', rawId: bytes('key'), type: 'public-key', getClientExtensionResults: () => ({}) },
    response: {
      ...{ clientDataJSON: bytes('client'), authenticatorData: bytes('data'), signature: bytes('signed') },
      userHandle: null,
    },
  }
  vi.stubGlobal('navigator', Object.assign(navigator, { credentials: { get: async () => answer } }))
}
