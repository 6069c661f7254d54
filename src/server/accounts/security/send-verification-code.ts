import { randomBytes } from 'node:crypto'
import { base32nopad } from '@scure/base'
import { generateURI } from 'otplib/functional'
import QRCode from 'qrcode'
import { Rejected, rejected } from '#contract/rejected.ts'
import { parseEmailAddress } from '#domain/email-address.ts'
import { localMobileNumber } from '#domain/mobile-number.ts'
import { readTwoStepChange, saveTwoStepChange, type TwoStep } from '../../store/accounts/one-time-codes.ts'
import { type Protection, readProtection } from '../../store/accounts/protection.ts'
import type { Accounts } from '../accounts.ts'
import type { SessionActor } from '../actor.ts'
import { countCode } from '../limits.ts'
import { type CodeSent, type Contact, codeSentTo, makeCode, secondsOfJustSent, sendCode } from '../one-time-code.ts'
import { totpContext } from '../second-step.ts'

export interface AuthenticatorSecret {
  readonly channel: 'GOOGLE_AUTHENTICATOR'
  /** A PNG in base64. */
  readonly qrCode: string
  /** "otpauth://totp/Kimia:09121234567?secret=…&issuer=Kimia". */
  readonly link: string
}

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Long enough to find, install and open an authenticator. */
const ENROLMENT_MS = 15 * 60_000
const QR_PIXELS = 264

/**
 * Begins a change of the second step. A code goes to the future channel of codes, or the new authenticator gets its secret; nothing
 * changes before `changeTwoStep`. Whether an address belongs to another account is not revealed here, since nobody has proven it yet.
 * Refuses EMAIL_REQUIRED, INVALID_EMAIL, TOO_MANY_REQUESTS, SMS_OTP_UNAVAILABLE, EMAIL_OTP_UNAVAILABLE.
 */
export async function sendVerificationCode(
  accounts: Accounts,
  { twoStep, email }: { twoStep: TwoStep; email: string | undefined },
  actor: SessionActor,
): Promise<CodeSent | AuthenticatorSecret | Rejected> {
  const { database, now } = accounts
  const protection = await readProtection(database, actor.userId)
  if (twoStep === 'GOOGLE_AUTHENTICATOR') return beginAuthenticator(accounts, protection, actor)

  const to = contactOf(protection, { twoStep, email })
  if (to instanceof Rejected) return to
  const at = now()
  const secondsLeft = await secondsOfSentBefore(accounts, { to, userId: actor.userId, at })
  if (secondsLeft !== undefined) return { ...codeSentTo(to, 'two-step'), expiresInSeconds: secondsLeft }
  const { userId, sessionId } = actor
  // An address that was only typed may be a stranger's.
  const isUnproven = to.channel === 'EMAIL' && protection.email === undefined
  const asker = isUnproven
    ? { by: 'stranger' as const, contact: to.email }
    : { by: 'session' as const, userId, sessionId }
  const tooManyCodes = await countCode(accounts, { purpose: 'two-step', asker, visitor: actor, userId })
  if (tooManyCodes) return tooManyCodes
  const code = makeCode({ purpose: 'two-step', at })
  const address = to.channel === 'EMAIL' ? to.email : undefined
  const change = { userId, sessionId, twoStep, email: address, sealedSecret: undefined, code: code.kept }
  await database.transaction((tx) => saveTwoStepChange(tx, change))
  // An address that was only typed may be a stranger's: only proven contacts get the phrase.
  const phrase = to.channel === 'EMAIL' && to.email !== protection.email ? undefined : protection.phrase
  return sendCode(accounts, { to, code: code.text, purpose: 'two-step', language: actor.language, phrase })
}

/** The remaining seconds of a code sent to the same contact less than a minute ago, as when a sheet is closed and opened again. */
async function secondsOfSentBefore(
  { database, settings }: Accounts,
  { to, userId, at }: { to: Contact; userId: number; at: Date },
): Promise<number | undefined> {
  const begun = await readTwoStepChange(database, userId)
  const isSame = begun?.twoStep === to.channel && begun.email === (to.channel === 'EMAIL' ? to.email : undefined)
  if (!isSame) return undefined
  const withinMs = settings.limits.codeGapMs
  return secondsOfJustSent(begun.code, { purpose: 'two-step', at, withinMs })
}

/** The number, or the address: the proven one if there is one, else the one named now, else the account form's. */
function contactOf(
  { mobile, email: proven, claimedEmail }: Protection,
  { twoStep, email: named }: { twoStep: 'SMS' | 'EMAIL'; email: string | undefined },
): Contact | Rejected {
  if (twoStep === 'SMS') return mobile === undefined ? rejected('INVALID_MOBILE') : { channel: 'SMS', mobile }
  const text = proven ?? named ?? claimedEmail
  if (text === undefined || text === '') return rejected('EMAIL_REQUIRED', { field: 'email' })
  const email = parseEmailAddress(text)
  return email === undefined ? rejected('INVALID_EMAIL', { field: 'email' }) : { channel: 'EMAIL', email }
}

async function beginAuthenticator(
  { database, sealer, now }: Accounts,
  { mobile }: Protection,
  { userId, sessionId }: SessionActor,
): Promise<AuthenticatorSecret> {
  const secret = randomBytes(SECRET_BYTES)
  const at = now()
  const expiresAt = new Date(at.getTime() + ENROLMENT_MS)
  const change = {
    ...({ userId, sessionId, twoStep: 'GOOGLE_AUTHENTICATOR', email: undefined } as const),
    sealedSecret: sealer.seal(secret, totpContext(userId)),
    code: { ...makeCode({ purpose: 'two-step', at }).kept, expiresAt },
  }
  await database.transaction((tx) => saveTwoStepChange(tx, change))
  const label = mobile === undefined ? 'Kimia' : localMobileNumber(mobile)
  const link = generateURI({ issuer: 'Kimia', label, secret: base32nopad.encode(secret) })
  const png = await QRCode.toBuffer(link, { type: 'png', width: QR_PIXELS })
  return { channel: 'GOOGLE_AUTHENTICATOR', link, qrCode: png.toString('base64') }
}
