import { randomBytes } from 'node:crypto'
import { base32nopad } from '@scure/base'
import { generateURI } from 'otplib/functional'
import { Rejected, rejected } from '#contract/rejected.ts'
import { parseEmailAddress } from '#domain/email-address.ts'
import { localMobileNumber } from '#domain/mobile-number.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import {
  deleteTwoStepChange,
  lockTwoStepChange,
  readTwoStepChange,
  saveTwoStepChange,
  type TwoStep,
  type TwoStepChange,
  twoStepCode,
} from '../../store/accounts/one-time-codes.ts'
import { lockProtection, type Protection, readProtection, saveTwoStep } from '../../store/accounts/protection.ts'
import { DatabaseError, type Transaction } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { eventOf, type SessionActor } from '../actor.ts'
import { countRefusal } from '../count-refusal.ts'
import { spendProof } from '../fresh-proof.ts'
import { countCode } from '../limits.ts'
import {
  type CodeResult,
  type CodeSent,
  type Contact,
  checkCode,
  codeSentTo,
  codeState,
  makeCode,
  refuseTry,
  secondsOfJustSent,
  sendCode,
} from '../one-time-code.ts'
import type { Sealer } from '../sealer.ts'
import { renewRecoveryCodes, stepOf, totpContext } from '../second-step.ts'
import { endedDetails, endTrust } from '../trust.ts'

export interface ChangedTwoStep {
  readonly twoStep: TwoStep
  /** Ten new ones if the step becomes an authenticator, else none. */
  readonly recoveryCodes: readonly string[]
}

/**
 * Makes the requested second step the present one. The other sessions end, the user is notified, withdrawals are held for a day.
 * The session that began the change finishes it, with the code and a proof of the present second step, which one change uses up.
 * Refuses INCORRECT_OTP, CODE_EXPIRED, TOO_MANY_TRIES, PROOF_REQUIRED, EMAIL_TAKEN.
 */
export async function changeTwoStep(
  accounts: Accounts,
  { twoStep, code }: { twoStep: TwoStep; code: string },
  actor: SessionActor,
): Promise<ChangedTwoStep | Rejected> {
  const { database, sessions, now } = accounts
  const at = now()
  const changed = await database
    .transaction(async (tx) => {
      // Locked before the change's own row, as in everything else that changes a user's protection.
      const before = await lockProtection(tx, actor.userId)
      const change = await lockTwoStepChange(tx, actor.userId)
      if (change?.twoStep !== twoStep || change.sessionId !== actor.sessionId) return rejected('CODE_EXPIRED')
      const confirmed = confirm(accounts, { change, code, at })
      if (!('step' in confirmed)) {
        const { userId, ip } = actor
        const { result } = confirmed
        if (result !== 'expired') await countRefusal(tx, { kind: 'WRONG_CODE', userId, ip, at })
        return refuseTry(tx, { key: twoStepCode(userId), kept: change.code, result, at })
      }
      const unproven = await spendProof(tx, { sessionId: actor.sessionId, purpose: 'TWO_STEP', at })
      if (unproven) return unproven
      await deleteTwoStepChange(tx, actor.userId)
      const { sealedSecret, email } = change
      const { step: lastStep } = confirmed
      const totp = sealedSecret && lastStep !== undefined ? { sealedSecret, lastStep, since: at } : undefined
      if (!(await saveTwoStep(tx, { userId: actor.userId, twoStep, email, totp }))) return rejected('EMAIL_TAKEN')
      return finish(tx, { sealer: accounts.sealer, before: before.twoStep, twoStep, actor, at })
    })
    .catch(explainTakenEmail)
  if (!(changed instanceof Rejected)) sessions.refresh(actor.userId)
  else if (changed.code === 'EMAIL_TAKEN')
    await countRefusal(database, { kind: 'CONTACT_REFUSED', userId: actor.userId, ip: actor.ip, at })
  return changed
}

/** Another account proved the same address between the check and the change. */
function explainTakenEmail(error: unknown): Rejected {
  if (error instanceof DatabaseError && error.constraint === 'users_email') return rejected('EMAIL_TAKEN')
  throw error
}

/** The authenticator's step, or undefined for a sent code, if the code is right; otherwise the result of the check. */
function confirm(
  { sealer }: Pick<Accounts, 'sealer'>,
  { change, code, at }: { change: TwoStepChange; code: string; at: Date },
): { readonly step: number | undefined } | { readonly result: Exclude<CodeResult, 'right'> } {
  const { userId, sealedSecret } = change
  if (!sealedSecret) {
    const result = checkCode(change.code, { text: code, at })
    return result === 'right' ? { step: undefined } : { result }
  }
  const state = codeState(change.code, at)
  if (state !== 'open') return { result: state }
  const secret = sealer.open(sealedSecret, totpContext(userId))
  const step = stepOf({ secret, lastStep: undefined, code, at })
  return step === undefined ? { result: 'wrong' } : { step }
}

async function finish(
  tx: Transaction,
  {
    sealer,
    before,
    twoStep,
    actor,
    at,
  }: { sealer: Sealer; before: TwoStep; twoStep: TwoStep; actor: SessionActor; at: Date },
): Promise<ChangedTwoStep> {
  const { userId, sessionId } = actor
  const ended = await endTrust(tx, 'TWO_STEP_CHANGED', { userId, keptSessionId: sessionId, at })
  const recoveryCodes = twoStep === 'GOOGLE_AUTHENTICATOR' ? await renewRecoveryCodes(tx, { sealer, userId, at }) : []
  await queueNotice(tx, { userId, kind: 'TWO_STEP_CHANGED', params: { method: twoStep }, at })
  const details = { before, after: twoStep, ...endedDetails(ended) }
  await recordEvent(tx, { at, kind: 'TWO_STEP_CHANGED', ...eventOf(actor), details })
  return { twoStep, recoveryCodes }
}

/** Ten new recovery codes in place of the user's old ones. Refuses PROOF_REQUIRED. */
export async function renewOwnRecoveryCodes(
  { database, sealer, sessions, now }: Pick<Accounts, 'database' | 'sealer' | 'sessions' | 'now'>,
  actor: SessionActor,
): Promise<readonly string[] | Rejected> {
  const at = now()
  const renewed = await database.transaction(async (tx) => {
    await lockProtection(tx, actor.userId)
    const unproven = await spendProof(tx, { sessionId: actor.sessionId, purpose: 'TWO_STEP', at })
    if (unproven) return unproven
    const codes = await renewRecoveryCodes(tx, { sealer, userId: actor.userId, at })
    await recordEvent(tx, { at, kind: 'RECOVERY_CODES_RENEWED', ...eventOf(actor) })
    return codes
  })
  sessions.refresh(actor.userId)
  return renewed
}

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
  const { toBuffer } = await import('qrcode')
  const png = await toBuffer(link, { type: 'png', width: QR_PIXELS })
  return { channel: 'GOOGLE_AUTHENTICATOR', link, qrCode: png.toString('base64') }
}
