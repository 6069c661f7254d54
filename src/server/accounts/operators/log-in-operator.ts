import { Rejected, rejected } from '#contract/rejected.ts'
import { DAY_MS } from '#domain/durations.ts'
import type { Language } from '#domain/market-state.ts'
import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { countDown, forgetCount, readCount } from '../../store/accounts/counters.ts'
import {
  findOperatorSecrets,
  hasOperatorLoggedInFrom,
  lockOperators,
  type OperatorSecrets,
  saveKeysUsed,
  saveOperatorProof,
} from '../../store/accounts/operators.ts'
import { saveLanguage } from '../../store/accounts/protection.ts'
import type { Accounts } from '../accounts.ts'
import { originOf } from '../actor.ts'
import { countRefusal } from '../count-refusal.ts'
import { addressOf, countAgainst, countAgainstEach, networkOf } from '../limits.ts'
import { checkTotp } from '../second-step.ts'
import { notifyOperators } from './notify-operators.ts'
import type { Operator, OperatorSessions } from './operator-sessions.ts'

export interface OperatorCredentials {
  readonly mobileNumber: string
  readonly password: string
  readonly code: string
}

export interface OperatorVisitor {
  readonly ip: string
  readonly userAgent: string
  /** Messages to the operator are in the language of the last login. */
  readonly language: Language
}

/** Per quarter of an hour. If others have used up a number's tries, a network without tries still has the last of these. */
const TRIES_MAX = { numberFromNetwork: 5, network: 20, number: 60, numberFromFreshNetwork: 2 }
/** A network stays known for this time after an operator's sign-in. */
const KNOWN_MS = 30 * DAY_MS

/**
 * Checks password and authenticator together. The refusal and its time are the same for any fault, and for a number that is not an operator's.
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
  // Operators do not queue after password guessers, and no guesser gets priority.
  const fits = await accounts.passwords.fits(secrets?.passwordHash, password, {
    known: secrets !== undefined && (await isKnownHere(accounts, { operatorId: secrets.id, visitor })),
  })
  if (fits instanceof Rejected) return fits
  const opened =
    secrets && fits && !secrets.blocked
      ? await openSession({ accounts, operatorSessions }, { secrets, mobile, code }, visitor)
      : undefined
  if (opened) return opened
  await countRefusal(database, { kind: 'OPERATOR_REFUSED', userId: secrets?.id, ip: visitor.ip, at })
  return rejected('OPERATOR_LOGIN_REFUSED')
}

const isKnownHere = (
  { database, now }: Accounts,
  { operatorId, visitor }: { operatorId: number; visitor: OperatorVisitor },
) =>
  hasOperatorLoggedInFrom(database, {
    operatorId,
    ip: addressOf(visitor.ip),
    since: new Date(now().getTime() - KNOWN_MS),
  })

interface Entry {
  readonly secrets: OperatorSecrets
  readonly mobile: MobileNumber
  readonly code: string
}

/** @returns `undefined` if the code is not the authenticator's */
function openSession(
  { accounts, operatorSessions }: { accounts: Accounts; operatorSessions: OperatorSessions },
  { secrets, mobile, code }: Entry,
  visitor: OperatorVisitor,
): Promise<{ readonly token: string; readonly expiresAt: Date } | undefined> {
  const at = accounts.now()
  const { id: operatorId, name, keysAreNew } = secrets
  return accounts.database.transaction(async (tx) => {
    const isProven = await checkTotp(tx, { accounts, userId: operatorId, code, at })
    if (!isProven) return undefined
    const seen = originOf(visitor)
    const opened = await operatorSessions.create(tx, { operatorId, ...seen })
    await saveLanguage(tx, { userId: operatorId, language: visitor.language })
    // Colleagues share an office: successful logins use up nothing of it.
    await forgetCount(tx, numberFromNetwork({ mobile, visitor }))
    await countDown(tx, ofNetwork(visitor))
    await countDown(tx, ofNumber(mobile))
    if (keysAreNew) {
      const operators = await lockOperators(tx)
      await notifyOperators(tx, { kind: 'OPERATOR_FIRST_SIGN_IN', about: { id: operatorId, name }, operators, at })
      await saveKeysUsed(tx, operatorId)
    }
    const details = keysAreNew ? { newKeys: true } : {}
    await recordEvent(tx, { at, kind: 'OPERATOR_LOGGED_IN', userId: operatorId, operatorId, ...seen, details })
    return opened
  })
}

interface Tried {
  readonly mobile: MobileNumber
  readonly visitor: OperatorVisitor
}

const numberFromNetwork = ({ mobile, visitor }: Tried) => ({
  kind: 'operator-login:number-network',
  subject: `${mobile} ${networkOf(visitor.ip)}`,
})

const ofNetwork = ({ ip }: OperatorVisitor) => ({ kind: 'operator-login:network', subject: networkOf(ip) })
const ofNumber = (mobile: MobileNumber) => ({ kind: 'operator-login:number', subject: mobile })

/**
 * Every try counts before it is made, so that many in parallel cannot pass, and a right one is taken back. Tries elsewhere never block a
 * network that has hardly tried.
 */
async function countTries({ database, now }: Accounts, tried: Tried): Promise<Rejected | undefined> {
  const at = now()
  const here = { ...numberFromNetwork(tried), max: TRIES_MAX.numberFromNetwork }
  const network = { ...ofNetwork(tried.visitor), max: TRIES_MAX.network }
  const everywhere = { ...ofNumber(tried.mobile), max: TRIES_MAX.number }
  const tooManyHere = await countAgainstEach(database, { limits: [here, network], at })
  if (tooManyHere) return tooManyHere
  const tooMany = await countAgainst(database, { limit: everywhere, at })
  const triedHere = tooMany && (await readCount(database, { ...here, at }))
  return (triedHere?.count ?? 0) > TRIES_MAX.numberFromFreshNetwork ? tooMany : undefined
}

/** Per quarter of an hour. A stolen session cannot guess: three codes of a million are right at a time. */
const PROOFS_MAX = 10
/** Per day and session: another sign-in has its own. */
const DAY_TRIES_MAX = 40

/**
 * Marks the operator's session as proven by a code of the authenticator. Every try counts before it is made.
 * Refuses TOO_MANY_REQUESTS, INCORRECT_OTP.
 */
export async function proveOperator(
  accounts: Accounts,
  { operatorId, sessionId, code }: Pick<Operator, 'operatorId' | 'sessionId'> & { code: string },
  { ip, userAgent }: OperatorVisitor,
): Promise<Rejected | undefined> {
  const { database, now } = accounts
  const at = now()
  const limits = [
    { kind: 'operator-proof', subject: String(operatorId), max: PROOFS_MAX },
    { kind: 'operator-proof:day', subject: String(sessionId), max: DAY_TRIES_MAX, windowMs: DAY_MS },
  ]
  const tooMany = await countAgainstEach(database, { limits, at })
  if (tooMany) return tooMany
  const isProven = await database.transaction(async (tx) => {
    if (!(await checkTotp(tx, { accounts, userId: operatorId, code, at }))) return false
    await saveOperatorProof(tx, { id: sessionId, at })
    const seen = originOf({ ip, userAgent })
    const details = { by: 'GOOGLE_AUTHENTICATOR' }
    await recordEvent(tx, { at, kind: 'PROVEN_ANEW', userId: operatorId, operatorId, ...seen, details })
    return true
  })
  if (isProven) return undefined
  await countRefusal(database, { kind: 'OPERATOR_REFUSED', userId: operatorId, ip, at })
  return rejected('INCORRECT_OTP')
}
