import Bowser from 'bowser'
import { deviceName } from '#domain/device-name.ts'
import type { SignInDevice } from '../store/accounts/sign-in-flows.ts'

/** A client's description of itself in a body. */
export interface DeviceClaims {
  readonly osType?: string | undefined
  readonly deviceType?: string | undefined
  readonly browser?: string | undefined
}

const UNKNOWN = 'UNKNOWN'
/** Characters that no name of a system or browser has. */
const FOREIGN = /[^\p{L}\p{N} ._()/+-]/gu

/**
 * The device for the login history: as the client describes itself, else as its user agent does. It is shown, but decides
 * nothing.
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

/** Names whose code differs from the name in lower case. */
const CODES: Readonly<Record<string, string>> = {
  'Microsoft Edge': 'EDGE',
  'Samsung Internet for Android': 'SAMSUNG',
}
const DESKTOP_ONLY = 'Chrome OS'

/** Bowser throws for an empty text, and knows only the names of browsers: programs stay unknown. */
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
