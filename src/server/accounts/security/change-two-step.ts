import { Rejected, rejected } from '#contract/rejected.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import {
  countWrongTry,
  deleteTwoStepChange,
  lockTwoStepChange,
  type TwoStep,
  type TwoStepChange,
  twoStepCode,
} from '../../store/accounts/one-time-codes.ts'
import { lockProtection, saveTwoStep } from '../../store/accounts/protection.ts'
import type { Transaction } from '../../store/database.ts'
import { DatabaseError } from '../../store/database-error.ts'
import type { Accounts } from '../accounts.ts'
import { eventOf, type SessionActor } from '../actor.ts'
import { countRefusal } from '../count-refusal.ts'
import { spendProof } from '../fresh-proof.ts'
import { tooMany } from '../limits.ts'
import { type CodeResult, checkCode, codeState } from '../one-time-code.ts'
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
      if (!('step' in confirmed)) return refuse(tx, { result: confirmed.result, change, actor, at })
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

async function refuse(
  tx: Transaction,
  {
    result,
    change,
    actor,
    at,
  }: { result: Exclude<CodeResult, 'right'>; change: TwoStepChange; actor: SessionActor; at: Date },
): Promise<Rejected> {
  if (result === 'expired') return rejected('CODE_EXPIRED')
  if (result === 'wrong') await countWrongTry(tx, twoStepCode(actor.userId))
  await countRefusal(tx, { kind: 'WRONG_CODE', userId: actor.userId, ip: actor.ip, at })
  if (result === 'wrong') return rejected('INCORRECT_OTP')
  return tooMany('TOO_MANY_TRIES', { until: change.code.expiresAt, at })
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
