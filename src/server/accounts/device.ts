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

/** What the login history says: shown, never decided upon. */
export function deviceOf(claims: DeviceClaims): SignInDevice {
  return { osType: nameOf(claims.osType), deviceType: nameOf(claims.deviceType), browser: nameOf(claims.browser) }
}

const nameOf = (text: string | undefined) => (text ?? '').replace(FOREIGN, '').trim() || UNKNOWN

/** "CHROME, ANDROID": as events and messages name it. */
export const describeDevice = ({ browser, osType }: SignInDevice): string => `${browser}, ${osType}`
