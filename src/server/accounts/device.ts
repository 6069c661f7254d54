import Bowser from 'bowser'
import { deviceName } from '#domain/device-name.ts'
import type { SignInDevice } from '../store/accounts/sign-in-flows.ts'

/** What a client says of itself in a body. */
export interface DeviceClaims {
  readonly osType?: string | undefined
  readonly deviceType?: string | undefined
  readonly browser?: string | undefined
}

const UNKNOWN = 'UNKNOWN'
/** What a name of a system or browser is made of; anything else cannot be meant as one. */
const FOREIGN = /[^\p{L}\p{N} ._()/+-]/gu

/**
 * What the login history says: what the client says of itself, and where it says nothing, what its user agent does. Shown, never decided
 * upon.
 */
export function deviceOf(claims: DeviceClaims, userAgent = ''): SignInDevice {
  const read = readUserAgent(userAgent)
  return {
    osType: nameOf(claims.osType) ?? read.osType,
    deviceType: nameOf(claims.deviceType) ?? read.deviceType,
    browser: nameOf(claims.browser) ?? read.browser,
  }
}

const nameOf = (text: string | undefined) => (text ?? '').replace(FOREIGN, '').trim() || undefined

/** Names that are not the word of our own client in small letters. */
const CODES: Readonly<Record<string, string>> = {
  'Microsoft Edge': 'EDGE',
  'Samsung Internet for Android': 'SAMSUNG',
}
const DESKTOP_ONLY = 'Chrome OS'

/** Bowser throws for an empty text, and knows the names of browsers alone: programs stay unknown. */
function readUserAgent(userAgent: string): SignInDevice {
  if (userAgent.trim() === '') return { osType: UNKNOWN, deviceType: UNKNOWN, browser: UNKNOWN }
  const { browser, os, platform } = Bowser.parse(userAgent)
  return {
    osType: codeOf(os.name),
    deviceType: os.name === DESKTOP_ONLY ? 'DESKTOP' : codeOf(platform.type),
    browser: codeOf(browser.name),
  }
}

function codeOf(name: string | undefined): string {
  const text = nameOf(name)
  if (text === undefined) return UNKNOWN
  return CODES[text] ?? (/^[A-Za-z]+$/.test(text) ? text.toUpperCase() : text)
}

/** "Chrome, Android": as events and messages name it. */
export const describeDevice = ({ browser, osType }: SignInDevice): string =>
  [deviceName(browser), deviceName(osType)].filter((name) => name !== undefined).join(', ') || UNKNOWN
