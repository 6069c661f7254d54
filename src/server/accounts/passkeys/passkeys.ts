import type { Accounts } from '../accounts.ts'

/** Where passkeys belong: they open nothing on any other site. From PUBLIC_URL, never from a request. */
export interface PasskeySite {
  /** "https://kimia.example". */
  readonly origin: string
  /** "kimia.example"; browsers refuse an address of numbers. */
  readonly domain: string
}

/** What the passkey verbs work with. */
export interface Passkeys {
  readonly accounts: Accounts
  readonly site: PasskeySite
}

export const passkeySite = (publicUrl: string): PasskeySite => {
  const { origin, hostname } = new URL(publicUrl)
  return { origin, domain: hostname }
}

/** ES256, RS256, EdDSA, by their numbers in COSE. Browsers would also take experimental ones that the library offers. */
export const ALGORITHMS = [-7, -257, -8]

/** How long a device may take to answer. */
export const FLOW_MS = 5 * 60_000

export const PASSKEYS_MAX = 20

export const toBase64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
