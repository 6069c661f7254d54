import { Rejected, rejected } from '#contract/rejected.ts'
import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { findOperatorSecrets } from '../../store/accounts/operators.ts'
import { forgetCount } from '../../store/accounts/rate-counters.ts'
import type { Accounts } from '../accounts.ts'
import { countRefusal } from '../count-refusal.ts'
import { addressOf, countAgainst, networkOf } from '../limits.ts'
import { checkTotp } from '../second-step.ts'
import type { OperatorSessions } from './operator-sessions.ts'

export interface OperatorCredentials {
  readonly mobileNumber: string
  readonly password: string
  readonly code: string
}

export interface OperatorVisitor {
  readonly ip: string
  readonly userAgent: string
}

/** Within a quarter of an hour; a stranger elsewhere uses up a share of its own first. */
const TRIES_MAX = { numberFromNetwork: 5, network: 20, number: 60 }

/**
 * Password and authenticator at once. Whatever was wrong, and whether the number is an operator's at all, the refusal is one and takes the same time.
 * Refuses TOO_MANY_REQUESTS (before anything is checked), OPERATOR_LOGIN_REFUSED.
 */
export async function logInOperator(
  { accounts, operatorSessions }: { accounts: Accounts; operatorSessions: OperatorSessions },
  { mobileNumber, password, code }: OperatorCredentials,
  visitor: OperatorVisitor,
): Promise<{ readonly token: string; readonly expiresAt: Date } | Rejected> {
  const { database, now } = accounts
  const at = now()
  const mobile = parseMobileNumber(mobileNumber)
  if (mobile === undefined) return rejected('OPERATOR_LOGIN_REFUSED')
  const tooMany = await countTries(accounts, { mobile, visitor })
  if (tooMany) return tooMany
  const secrets = await findOperatorSecrets(database, mobile)
  // Operators do not wait behind customers, nor behind those who guess at their passwords.
  const fits = await accounts.passwords.fits(secrets?.passwordHash, password, { known: true })
  if (fits instanceof Rejected) return fits
  const opened =
    secrets && fits && !secrets.blocked
      ? await openSession({ accounts, operatorSessions }, { operatorId: secrets.id, mobile, code }, visitor)
      : undefined
  if (opened) return opened
  await countRefusal(database, { kind: 'OPERATOR_REFUSED', userId: secrets?.id, ip: visitor.ip, at })
  return rejected('OPERATOR_LOGIN_REFUSED')
}

interface Entry {
  readonly operatorId: number
  readonly mobile: MobileNumber
  readonly code: string
}

/** @returns `undefined` where the code is not the authenticator's */
function openSession(
  { accounts, operatorSessions }: { accounts: Accounts; operatorSessions: OperatorSessions },
  { operatorId, mobile, code }: Entry,
  visitor: OperatorVisitor,
): Promise<{ readonly token: string; readonly expiresAt: Date } | undefined> {
  const at = accounts.now()
  return accounts.database.transaction(async (tx) => {
    const isProven = await checkTotp(tx, { accounts, userId: operatorId, code, at })
    if (!isProven) return undefined
    const seen = { ip: addressOf(visitor.ip), device: visitor.userAgent }
    const opened = await operatorSessions.create(tx, { operatorId, ...seen })
    await forgetCount(tx, numberFromNetwork(mobile, visitor))
    await recordEvent(tx, { at, kind: 'OPERATOR_LOGGED_IN', userId: operatorId, operatorId, ...seen })
    return opened
  })
}

const numberFromNetwork = (mobile: MobileNumber, { ip }: OperatorVisitor) => ({
  kind: 'operator-login:number-network',
  subject: `${mobile} ${networkOf(ip)}`,
})

/** Every try counts before it is made, so that many at once cannot pass. */
export async function countTries(
  { database, now }: Accounts,
  { mobile, visitor }: { mobile: MobileNumber; visitor: OperatorVisitor },
): Promise<Rejected | undefined> {
  const at = now()
  const limits = [
    { ...numberFromNetwork(mobile, visitor), max: TRIES_MAX.numberFromNetwork },
    { kind: 'operator-login:network', subject: networkOf(visitor.ip), max: TRIES_MAX.network },
    { kind: 'operator-login:number', subject: mobile, max: TRIES_MAX.number },
  ]
  for (const limit of limits) {
    const tooMany = await countAgainst(database, { limit, at })
    if (tooMany) return tooMany
  }
  return undefined
}
