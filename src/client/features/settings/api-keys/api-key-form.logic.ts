import { DAY_MS } from '#client/lib/durations.ts'
import { KEY_RIGHTS, type KeyRight } from '#domain/api-key.ts'
import { toAsciiDigits } from '#domain/ascii-digits.ts'
import type { NewApiKey } from './api-keys.queries.ts'

export const EXPIRIES = ['never', 'days30', 'days90', 'days365'] as const
export type Expiry = (typeof EXPIRIES)[number]

const DAYS = { never: undefined, days30: 30, days90: 90, days365: 365 } as const satisfies Record<
  Expiry,
  number | undefined
>

export interface ApiKeyDraft {
  readonly name: string
  readonly rights: readonly KeyRight[]
  /** As typed: one address per line, or separated by commas or spaces. */
  readonly addresses: string
  readonly expiry: Expiry
}

export const EMPTY_KEY: ApiKeyDraft = { name: '', rights: ['read'], addresses: '', expiry: 'days90' }

/** The missing parts, by field. */
export const validateApiKey = ({ name, rights, addresses }: ApiKeyDraft) => ({
  name: name.trim() === '',
  rights: rights.length === 0,
  addresses: rights.includes('withdraw') && addressesOf(addresses).length === 0,
})

export const toggleRight = (draft: ApiKeyDraft, right: KeyRight, wanted: boolean): ApiKeyDraft => ({
  ...draft,
  rights: KEY_RIGHTS.filter((each) => (each === right ? wanted : draft.rights.includes(each))),
})

export function summarizeApiKey({ name, rights, addresses, expiry }: ApiKeyDraft, nowMs: number): NewApiKey {
  const days = DAYS[expiry]
  return {
    name: name.trim(),
    rights: [...rights],
    addresses: addressesOf(addresses),
    expiresAt: days === undefined ? null : new Date(nowMs + days * DAY_MS).toISOString(),
  }
}

/** Splits the typed addresses; digits of a Persian keyboard are accepted, too. */
const addressesOf = (text: string) =>
  toAsciiDigits(text)
    .split(/[\s,،;]+/)
    .filter((part) => part !== '')
