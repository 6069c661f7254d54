import { Rejected } from '#contract/rejected.ts'
import { stageOf, verificationAfter } from '#domain/verification.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent, SERVER_ADDRESS } from '../../store/accounts/audit-log.ts'
import { readBankAccounts, verifyBankAccounts } from '../../store/accounts/bank-accounts.ts'
import {
  confirmIdentity,
  lockVerification,
  readAccount,
  readIdentity,
  setVerification,
} from '../../store/accounts/identities.ts'
import { closeReview, noteTry, takeReviewsToAsk } from '../../store/accounts/identity-reviews.ts'
import type { Transaction } from '../../store/database.ts'
import { keptForm } from '../account-form.ts'
import type { Accounts } from '../accounts.ts'
import { writeHandBack } from './decide-identity.ts'
import { type Examined, examineForm } from './examine-form.ts'
import { FIRST_RETRY_MS, takenMeanwhile } from './keep-form.ts'

type RetryAccounts = Pick<Accounts, 'database' | 'now' | 'identity' | 'log' | 'sessions'>

/** The registry charges for each question. */
const FORMS_PER_RUN_MAX = 20
/** Longer than any registry takes: until then no other process asks, and pays for, the forms that this one has taken. */
const HELD_MS = 120_000
const RETRY_MS_MAX = 3_600_000
const BY_ITSELF = { ip: SERVER_ADDRESS, device: 'job' }

/**
 * Asks the registry again about forms without an answer, with a pause that doubles each time, up to an hour.
 * If confirmed, the user is asked for the identity code, the last step; if refused, the form goes back with the reason; if doubtful, it stays for an
 * operator, and without an answer it is asked about again.
 */
export async function retryRegistry(accounts: RetryAccounts, stopping?: AbortSignal): Promise<void> {
  const { database, now } = accounts
  for (let asked = 0; asked < FORMS_PER_RUN_MAX && !stopping?.aborted; asked += 1) {
    const at = now()
    const heldUntil = new Date(at.getTime() + HELD_MS)
    const [taken] = await takeReviewsToAsk(database, { at, heldUntil, limit: 1 })
    if (!taken) return
    await askAgain(accounts, taken)
  }
}

async function askAgain(accounts: RetryAccounts, { userId, tries }: { userId: number; tries: number }): Promise<void> {
  const { database, now, sessions } = accounts
  const account = await readAccount(database, userId)
  if (!account?.mobile || !account.identity) return
  const { country, identity } = account
  const form = keptForm(identity, { country, bankAccounts: await readBankAccounts(database, userId) })
  const examined = await examineForm(accounts, form, account.mobile)
  const write = database.transaction(async (tx) => {
    await lockVerification(tx, userId)
    // The user may have sent another form during the question about this one.
    const isSame = (await readIdentity(tx, userId))?.submittedAt.getTime() === identity.submittedAt.getTime()
    if (isSame) await settle(tx, { userId, tries, examined, at: now() })
  })
  const taken = await write.then(() => undefined, takenMeanwhile)
  if (taken) {
    const back = { userId, reason: taken.code, event: 'registryRefused', from: BY_ITSELF, at: now() } as const
    await database.transaction((tx) => writeHandBack(tx, back))
  }
  sessions.refresh(userId)
}

async function settle(
  tx: Transaction,
  { userId, tries, examined, at }: { userId: number; tries: number; examined: Examined; at: Date },
): Promise<void> {
  if (examined.kind === 'refused') {
    const reason = examined.refusal.code
    const back = await writeHandBack(tx, { userId, reason, event: 'registryRefused', from: BY_ITSELF, at })
    if (back instanceof Rejected) await closeReview(tx, userId)
    return
  }
  if (examined.kind === 'doubtful') {
    const waitMs = Math.min(FIRST_RETRY_MS * 2 ** (tries + 1), RETRY_MS_MAX)
    const nextTryAt = examined.retry ? new Date(at.getTime() + waitMs) : undefined
    return noteTry(tx, { userId, doubts: examined.doubts, nextTryAt })
  }
  const before = await lockVerification(tx, userId)
  const verification = before && verificationAfter(before, 'registryConfirmed')
  await closeReview(tx, userId)
  if (!verification) return
  await confirmIdentity(tx, { userId, at })
  await verifyBankAccounts(tx, { userId, at })
  await setVerification(tx, { userId, verification })
  // If the user has changed to another number, no code is expected.
  const isFinished = stageOf(verification).authorized
  await queueNotice(tx, { userId, kind: isFinished ? 'IDENTITY_APPROVED' : 'IDENTITY_CONFIRMED', at })
  const details = { before, after: verification }
  await recordEvent(tx, { at, kind: 'IDENTITY_CONFIRMED', userId, ...BY_ITSELF, details })
}
