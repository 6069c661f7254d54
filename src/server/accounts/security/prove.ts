import { type Rejected, rejected } from '#contract/rejected.ts'
import { toAsciiDigits } from '#domain/ascii-digits.ts'
import { DAY_MS } from '#domain/durations.ts'
import type { ProofPurpose } from '#domain/proof-purpose.ts'
import type { SmsPurpose } from '../../providers/sms/sms.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { countDown, forgetCount } from '../../store/accounts/counters.ts'
import { type CodeKey, deleteCode, lockCode, readCode, saveCode } from '../../store/accounts/one-time-codes.ts'
import { lockProtection, readProtection } from '../../store/accounts/protection.ts'
import { saveProof } from '../../store/accounts/sessions.ts'
import type { Transaction } from '../../store/database.ts'
import type { AccountLimits, Accounts } from '../accounts.ts'
import { eventOf, type SessionActor } from '../actor.ts'
import { countRefusal } from '../count-refusal.ts'
import { countAgainstEach, countCode, type Limit } from '../limits.ts'
import {
  type CodeSent,
  checkCode,
  codeSentTo,
  makeCode,
  refuseTry,
  secondsOfJustSent,
  sendCode,
} from '../one-time-code.ts'
import { checkTotp, redeemRecoveryCode } from '../second-step.ts'
import { contactOf } from '../second-step-contact.ts'

/**
 * Marks the session as proven by a code of the present second step or by a recovery code: for a purpose, or for all that a login proves,
 * too. A sent code proves only the purpose it was requested for. Every try counts before it is made.
 * Refuses TOO_MANY_REQUESTS, INCORRECT_OTP, CODE_EXPIRED, TOO_MANY_TRIES.
 */
export async function prove(
  accounts: Accounts,
  { code: typed, purpose }: { code: string; purpose?: ProofPurpose | undefined },
  actor: SessionActor,
): Promise<Rejected | undefined> {
  const { database, sessions, settings, now } = accounts
  const at = now()
  const { userId, sessionId } = actor
  const tries = { kind: 'proof:session', subject: String(sessionId) }
  const limit = { ...tries, max: settings.limits.proofsPerUserMax }
  const days = daysOf(actor, settings.limits)
  const tooManyTries = await countAgainstEach(database, { limits: [limit, ...days], at })
  if (tooManyTries) {
    await countRefusal(database, { kind: 'TOO_MANY_TRIES', userId, ip: actor.ip, at })
    return tooManyTries
  }
  const code = toAsciiDigits(typed).trim()
  const refused = await database.transaction(async (tx) => {
    const checked = await check(tx, { accounts, code, purpose, actor, at })
    if (!checked.right) {
      const kind = checked.by === 'RECOVERY_CODE' ? 'RECOVERY_CODE_REFUSED' : 'PROOF_REFUSED'
      await countRefusal(tx, { kind, userId, ip: actor.ip, at })
      return checked.refusal
    }
    await saveProof(tx, { sessionId, purpose, keySince: checked.keySince, at })
    await deleteCode(tx, proofCode(sessionId))
    await forgetCount(tx, tries)
    for (const day of days) await countDown(tx, day)
    await recordEvent(tx, {
      at,
      kind: 'PROVEN_ANEW',
      ...eventOf(actor),
      details: { by: checked.by, for: purpose ?? null },
    })
    return undefined
  })
  if (!refused) sessions.refresh(userId)
  return refused
}

/**
 * Per day a stolen session gets no further than one chance in some ten thousand, and leaves the user's others half of the tries: a try refused
 * to the session itself does not count for the user.
 */
const daysOf = ({ userId, sessionId }: SessionActor, { proofsPerDayMax: max }: AccountLimits): Limit[] => [
  { kind: 'proof:session-day', subject: String(sessionId), max: Math.ceil(max / 2), windowMs: DAY_MS },
  { kind: 'proof:user-day', subject: String(userId), max, windowMs: DAY_MS },
]

interface Proof {
  readonly accounts: Accounts
  readonly code: string
  readonly purpose: ProofPurpose | undefined
  readonly actor: SessionActor
  readonly at: Date
}

type Checked = { readonly by: string } & (
  | { readonly right: true; readonly keySince: Date | undefined }
  | { readonly right: false; readonly refusal: Rejected }
)

const proofCode = (sessionId: number): CodeKey => ({ purpose: 'proof', subject: sessionId })

const DIGITS = /^\d{6}$/

async function check(tx: Transaction, { accounts, code, purpose, actor, at }: Proof): Promise<Checked> {
  const { userId } = actor
  const { twoStep, totpSince } = await lockProtection(tx, userId)
  if (!DIGITS.test(code)) {
    const madeAt = await redeemRecoveryCode(tx, { accounts, userId, code, at })
    return madeAt ? right('RECOVERY_CODE', madeAt) : wrong('RECOVERY_CODE')
  }
  if (twoStep === 'GOOGLE_AUTHENTICATOR')
    return (await checkTotp(tx, { accounts, userId, code, at })) ? right(twoStep, totpSince) : wrong(twoStep)
  return checkSentCode(tx, { by: twoStep, code, purpose, actor, at })
}

async function checkSentCode(
  tx: Transaction,
  { by, code, purpose, actor, at }: Omit<Proof, 'accounts'> & { readonly by: string },
): Promise<Checked> {
  const key = proofCode(actor.sessionId)
  const kept = await lockCode(tx, key)
  const result = kept?.proves === purpose && kept ? checkCode(kept, { text: code, at }) : 'expired'
  return result === 'right' ? right(by) : wrong(by, await refuseTry(tx, { key, kept, result, at }))
}

const right = (by: string, keySince?: Date): Checked => ({ by, right: true, keySince })
const wrong = (by: string, refusal = rejected('INCORRECT_OTP')): Checked => ({ by, right: false, refusal })

/** The purpose of the code in its message: a customer whom a stranger asks for the code can read what it would do. */
const PURPOSES = {
  PASSWORD: 'change-password',
  TWO_STEP: 'change-two-step',
  MOBILE: 'change-mobile',
  EMAIL: 'change-email',
  ACCESS: 'access',
  ADDRESSES: 'addresses',
} as const satisfies Record<ProofPurpose, SmsPurpose>

/**
 * Sends a code by the user's present second step, with which this session proves the requested purpose. A code sent less than a minute ago is reported
 * again instead. An authenticator generates its own: then nothing is sent.
 * Refuses TOO_MANY_REQUESTS, SMS_OTP_UNAVAILABLE, EMAIL_OTP_UNAVAILABLE.
 */
export async function sendProofCode(
  accounts: Accounts,
  { purpose }: { readonly purpose: ProofPurpose | undefined },
  actor: SessionActor,
): Promise<CodeSent | { readonly channel: 'GOOGLE_AUTHENTICATOR' } | Rejected> {
  const { database, settings, now } = accounts
  const protection = await readProtection(database, actor.userId)
  const { twoStep, phrase } = protection
  if (twoStep === 'GOOGLE_AUTHENTICATOR') return { channel: twoStep }
  const to = contactOf(protection)
  if (!to) return rejected(`${twoStep}_OTP_UNAVAILABLE`)
  const at = now()
  const kept = await readCode(database, proofCode(actor.sessionId))
  const withinMs = settings.limits.codeGapMs
  const isSame = kept?.proves === purpose
  const secondsLeft = kept && isSame && secondsOfJustSent(kept, { purpose: 'two-step', at, withinMs })
  if (typeof secondsLeft === 'number') return { ...codeSentTo(to, 'two-step'), expiresInSeconds: secondsLeft }
  const { userId, sessionId } = actor
  const asker = { by: 'session', userId, sessionId } as const
  const tooManyCodes = await countCode(accounts, { purpose: 'proof', asker, visitor: actor, userId })
  if (tooManyCodes) return tooManyCodes
  const code = makeCode({ purpose: 'two-step', at })
  await saveCode(database, proofCode(sessionId), { ...code.kept, proves: purpose })
  const said = purpose === undefined ? 'two-step' : PURPOSES[purpose]
  return sendCode(accounts, { to, code: code.text, purpose: said, language: actor.language, phrase })
}
