import { type Rejected, rejected } from '#contract/rejected.ts'
import { toAsciiDigits } from '#domain/ascii-digits.ts'
import { type CodeKey, deleteCode, lockCode, readCode, saveCode } from '../store/accounts/one-time-codes.ts'
import { lockProtection, readProtection } from '../store/accounts/protection.ts'
import type { Accounts } from './accounts.ts'
import type { SessionActor } from './actor.ts'
import { countRefusal } from './count-refusal.ts'
import { countAgainstEach, countCode } from './limits.ts'
import {
  type CodeSent,
  checkCode,
  codeSentTo,
  makeCode,
  refuseTry,
  secondsOfJustSent,
  sendCode,
} from './one-time-code.ts'
import { checkTotp } from './second-step.ts'
import { contactOf } from './second-step-contact.ts'

/** One withdrawal, as its code is bound to it. */
export interface BoundWithdrawal {
  /** Coin, amount, network and address as one text. */
  readonly boundTo: string
  /** The same as its message says it: "0.5 USDT on TRC20 to T…". */
  readonly about: string
}

const withdrawalCode = (sessionId: number): CodeKey => ({ purpose: 'withdrawal', subject: sessionId })

/**
 * Sends the code of one withdrawal by the user's present second step. A code for the same withdrawal that was sent less than a minute ago is
 * reported again. An authenticator makes its own: then nothing is sent. Refuses TOO_MANY_REQUESTS, SMS_OTP_UNAVAILABLE,
 * EMAIL_OTP_UNAVAILABLE.
 */
export async function sendWithdrawalCode(
  accounts: Accounts,
  { boundTo, about }: BoundWithdrawal,
  actor: SessionActor,
): Promise<CodeSent | { readonly channel: 'GOOGLE_AUTHENTICATOR' } | Rejected> {
  const { database, settings, now } = accounts
  const { userId, sessionId, language } = actor
  const protection = await readProtection(database, userId)
  if (protection.twoStep === 'GOOGLE_AUTHENTICATOR') return { channel: protection.twoStep }
  const to = contactOf(protection)
  if (!to) return rejected(`${protection.twoStep}_OTP_UNAVAILABLE`)
  const at = now()
  const kept = await readCode(database, withdrawalCode(sessionId))
  const secondsLeft =
    kept?.boundTo === boundTo
      ? secondsOfJustSent(kept, { purpose: 'withdrawal', at, withinMs: settings.limits.codeGapMs })
      : undefined
  if (secondsLeft !== undefined) return { ...codeSentTo(to, 'withdrawal'), expiresInSeconds: secondsLeft }
  const asker = { by: 'session', userId, sessionId } as const
  const tooManyCodes = await countCode(accounts, { purpose: 'withdrawal', asker, visitor: actor, userId })
  if (tooManyCodes) return tooManyCodes
  const code = makeCode({ purpose: 'withdrawal', at })
  await saveCode(database, withdrawalCode(sessionId), { ...code.kept, boundTo })
  return sendCode(accounts, { to, code: code.text, purpose: 'withdrawal', language, phrase: protection.phrase, about })
}

/**
 * Uses up the code of one withdrawal: one for another amount or address is wrong here, and so is any other code of the user. An
 * authenticator's code works once, whatever for. Refuses TOO_MANY_REQUESTS, CODE_EXPIRED, INCORRECT_OTP, TOO_MANY_TRIES.
 */
export async function takeWithdrawalCode(
  accounts: Accounts,
  { boundTo, code: typed }: { boundTo: string; code: string },
  actor: SessionActor,
): Promise<Rejected | undefined> {
  const { database, settings, now } = accounts
  const { userId, sessionId, ip } = actor
  const at = now()
  const tries = { kind: 'withdrawal:session', subject: String(sessionId), max: settings.limits.proofsPerUserMax }
  const tooManyTries = await countAgainstEach(database, { limits: [tries], at })
  if (tooManyTries) {
    await countRefusal(database, { kind: 'TOO_MANY_TRIES', userId, ip, at })
    return tooManyTries
  }
  const code = toAsciiDigits(typed).trim()
  return database.transaction(async (tx) => {
    const { twoStep } = await lockProtection(tx, userId)
    if (twoStep === 'GOOGLE_AUTHENTICATOR')
      return (await checkTotp(tx, { accounts, userId, code, at })) ? undefined : rejected('INCORRECT_OTP')
    const key = withdrawalCode(sessionId)
    const kept = await lockCode(tx, key)
    const result = kept?.boundTo === boundTo ? checkCode(kept, { text: code, at }) : 'expired'
    if (result === 'right') {
      await deleteCode(tx, key)
      return undefined
    }
    await countRefusal(tx, { kind: 'WRONG_CODE', userId, ip, at })
    return refuseTry(tx, { key, kept, result, at })
  })
}
