import { verifySync } from 'otplib/functional'
import { toAsciiDigits } from '#domain/ascii-digits.ts'
import { queueNotice } from '../notifications/queue-notice.ts'
import {
  lockTotp,
  replaceRecoveryCodes,
  saveTotpStep,
  type TotpRow,
  takeRecoveryCode,
} from '../store/accounts/one-time-codes.ts'
import { randomLetters } from '../store/accounts/users.ts'
import type { Transaction } from '../store/database.ts'
import type { Accounts } from './accounts.ts'
import type { Sealer } from './sealer.ts'

/** An authenticator shows a new code at this interval. */
const STEP_SECONDS = 30
/** The context of a sealed authenticator secret. */
export const totpContext = (userId: number) => `totp:${userId}`

interface GivenCode {
  readonly userId: number
  /** As typed. */
  readonly code: string
  readonly at: Date
}

/**
 * Whether this is the present code of the user's authenticator, or that of the step before or after, since clocks differ. A code works once: of
 * two calls at the same moment one waits for the other and gets false. The caller must limit tries.
 */
export async function checkTotp(
  tx: Transaction,
  { accounts, userId, code, at }: GivenCode & { readonly accounts: Pick<Accounts, 'sealer'> },
): Promise<boolean> {
  const kept = await lockTotp(tx, userId)
  if (!kept) return false
  const step = stepOf({ ...kept, secret: accounts.sealer.open(kept.sealedSecret, totpContext(userId)), code, at })
  if (step === undefined) return false
  await saveTotpStep(tx, { userId, step })
  return true
}

/** The step of a code, if it is a code of this secret that is valid now. */
export function stepOf({
  secret,
  lastStep,
  code,
  at,
}: Pick<TotpRow, 'lastStep'> & Pick<GivenCode, 'code' | 'at'> & { readonly secret: Uint8Array }): number | undefined {
  const token = toAsciiDigits(code)
  const epoch = Math.floor(at.getTime() / 1_000)
  // otplib throws for both an invalid code and a last step that is later than a clock that went back.
  if (!/^\d{6}$/.test(token)) return undefined
  if (lastStep !== undefined && lastStep > Math.floor((epoch + STEP_SECONDS) / STEP_SECONDS)) return undefined
  const result = verifySync({
    secret,
    token,
    epoch,
    epochTolerance: STEP_SECONDS,
    ...(lastStep === undefined ? {} : { afterTimeStep: lastStep }),
  })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

const RECOVERY_CODES = 10
const GROUP_LETTERS = 4
const RECOVERY_GROUPS = 4

/** Ten new recovery codes that replace all earlier ones: "K7QM-2XRD-9WTA-HB4C". They are stored as hashes keyed by our own key, so only this answer shows them. */
export async function renewRecoveryCodes(
  tx: Transaction,
  { sealer, userId, at }: { sealer: Sealer; userId: number; at: Date },
): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => makeLetterCode(RECOVERY_GROUPS))
  await replaceRecoveryCodes(tx, {
    userId,
    hashes: codes.flatMap((code) => sealer.fingerprints(spelling(userId, code)).slice(0, 1)),
    at,
  })
  return codes
}

/** A code to read out or write down, some 20 bits a group: "K7QM-2XRD". */
export function makeLetterCode(groups: number): string {
  return Array.from({ length: groups }, () => randomLetters(GROUP_LETTERS)).join('-')
}

/**
 * Accepts a recovery code instead of the second step, in any spelling: small letters, no dashes, Persian digits. It works once, and the user
 * is notified. The caller must limit tries. @returns its creation time, or `undefined` if the code is wrong
 */
export async function redeemRecoveryCode(
  tx: Transaction,
  { accounts, userId, code, at }: GivenCode & { readonly accounts: Pick<Accounts, 'sealer'> },
): Promise<Date | undefined> {
  const madeAt = await takeRecoveryCode(tx, { userId, hashes: accounts.sealer.fingerprints(spelling(userId, code)) })
  if (madeAt) await queueNotice(tx, { userId, kind: 'RECOVERY_CODE_USED', at })
  return madeAt
}

const spelling = (userId: number, code: string) => `recovery:${userId}:${lettersOf(code)}`

/** The same text for every way to write a code of letters. */
export const lettersOf = (code: string): string =>
  toAsciiDigits(code)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
