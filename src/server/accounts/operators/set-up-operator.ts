import { Rejected, rejected } from '#contract/rejected.ts'
import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { countWrongTry, saveCode, saveTotpStep } from '../../store/accounts/one-time-codes.ts'
import {
  deleteSetUps,
  findWithoutKeys,
  handoverCodeKey,
  insertSetUp,
  lockSetUp,
  type SetUpRow,
  saveSetUpKeys,
  setUpCodeKey,
} from '../../store/accounts/operator-set-ups.ts'
import { saveOperatorKeys } from '../../store/accounts/operators.ts'
import type { Queryable, Transaction } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { originOf } from '../actor.ts'
import { countRefusal } from '../count-refusal.ts'
import { countAgainst, countCode, networkOf } from '../limits.ts'
import { CODE_TRIES_MAX, checkCode, keepCode, makeCode, SIGN_IN_MS, sendCode } from '../one-time-code.ts'
import { lettersOf, makeLetterCode, stepOf, totpContext } from '../second-step.ts'
import { hashToken, newToken } from '../sign-in/tokens.ts'
import { makeKeys, type OperatorKeys, shownKeys } from './add-operator.ts'
import type { OperatorVisitor } from './log-in-operator.ts'

/** The time after the approval in which a new operator may set up. */
const SET_UP_MS = 24 * 3_600_000
const HANDOVER_GROUPS = 2

/** The set-ups and tries of one network per quarter of an hour, for all numbers. */
const PER_NETWORK_MAX = 20

const since = (at: Date) => new Date(at.getTime() - SIGN_IN_MS)

/**
 * The code that the approving operator reads out to the new one, by another channel than the message: reading the number's messages alone brings
 * no keys, and knowing the number alone sends no message. It is shown once and stored as a hash; set-ups begun with an earlier code end.
 */
export async function makeHandoverCode(tx: Transaction, { userId, at }: { userId: number; at: Date }): Promise<string> {
  const text = makeLetterCode(HANDOVER_GROUPS)
  const expiresAt = new Date(at.getTime() + SET_UP_MS)
  await deleteSetUps(tx, userId)
  await saveCode(tx, handoverCodeKey(userId), keepCode(lettersOf(text), expiresAt))
  return text
}

interface GivenAtBegin {
  readonly mobileNumber: string
  readonly handoverCode: string
}

/**
 * Sends a code to an operator whom two others have added and who has no keys yet, in return for the approval's code: a stranger who knows the number
 * sends and counts nothing. Wrong approval codes count for the network alone, since strangers could use up a count of the number; a code of
 * 40 bits, valid for a day, cannot be guessed at this pace. Each set-up has its own token and its own code. Refuses INVALID_MOBILE, TOO_MANY_REQUESTS,
 * SET_UP_REFUSED (whether the number or the code is wrong).
 */
export async function beginSetUp(
  accounts: Accounts,
  { mobileNumber, handoverCode }: GivenAtBegin,
  visitor: OperatorVisitor,
): Promise<{ readonly setUpToken: string } | Rejected> {
  const { database, now, log } = accounts
  const mobile = parseMobileNumber(mobileNumber)
  if (mobile === undefined) return rejected('INVALID_MOBILE', { field: 'mobileNumber' })
  const at = now()
  const tooMany = await countNetwork(accounts, { counter: 'operator-set-up:address', visitor, at })
  if (tooMany) return tooMany
  const given = { mobile, handoverCode, at }
  if (!(await findApproved(database, given))) return refused(accounts, visitor)
  const asker = { by: 'operator', contact: mobile } as const
  const tooManyCodes = await countCode(accounts, { purpose: 'operator-set-up', asker, visitor })
  if (tooManyCodes) return tooManyCodes
  const setUpToken = newToken()
  const code = makeCode({ purpose: 'operator-set-up', at })
  const isAwaited = await database.transaction(async (tx) => {
    const operator = await findApproved(tx, given)
    if (operator)
      await insertSetUp(tx, {
        ...{ tokenHash: hashToken(setUpToken), userId: operator.id },
        ...{ code: code.kept, at, since: since(at) },
      })
    return operator !== undefined
  })
  if (!isAwaited) return refused(accounts, visitor)
  const { language } = visitor
  const message = { to: { channel: 'SMS', mobile }, purpose: 'operator-set-up', language, code: code.text } as const
  void sendCode(accounts, message).catch((error) =>
    log.error({ err: error }, 'the code of a new operator could not be sent'),
  )
  return { setUpToken }
}

/** The expected operator of this number, if the approval's code is right. */
async function findApproved(
  database: Queryable,
  { mobile, handoverCode, at }: { mobile: MobileNumber; handoverCode: string; at: Date },
): Promise<{ readonly id: number } | undefined> {
  const operator = await findWithoutKeys(database, { mobile, at })
  const isRight = operator && checkCode(operator.handover, { text: lettersOf(handoverCode), at }) === 'right'
  return isRight ? { id: operator.id } : undefined
}

interface GivenCode {
  readonly setUpToken: string
  readonly code: string
}

/**
 * Shows a new operator the keys in return for the message's code; they are valid once confirmed. No password is hashed for a wrong code. Refuses
 * TOO_MANY_REQUESTS, SIGN_IN_BUSY, SET_UP_REFUSED (for any fault).
 */
export async function finishSetUp(
  accounts: Accounts,
  { setUpToken, code }: GivenCode,
  visitor: OperatorVisitor,
): Promise<OperatorKeys | Rejected> {
  const { database, sealer, now } = accounts
  const at = now()
  const tooMany = await countNetwork(accounts, { counter: 'operator-set-up:network', visitor, at })
  if (tooMany) return tooMany
  const tokenHash = hashToken(setUpToken)
  const isRight = await database.transaction((tx) => checkMessageCode(tx, { tokenHash, code, at }))
  if (!isRight) return refused(accounts, visitor)
  const keys = await makeKeys(accounts.passwords.hash)
  if (keys instanceof Rejected) return keys
  const shown = await database.transaction(async (tx) => {
    // A second call with the same codes finds the keys of the first.
    const setUp = await lockSetUp(tx, { tokenHash, since: since(at) })
    if (!setUp || setUp.keys) return undefined
    const totpSecret = sealer.seal(keys.seed, totpContext(setUp.userId))
    await saveSetUpKeys(tx, { setUp, passwordHash: keys.passwordHash, totpSecret })
    return shownKeys(setUp.name, keys)
  })
  return shown ?? refused(accounts, visitor)
}

/** Wrong tries count on this set-up alone, and the daily limit of a number's set-ups bounds their sum. */
async function checkMessageCode(
  tx: Transaction,
  { tokenHash, code, at }: { tokenHash: Uint8Array; code: string; at: Date },
): Promise<boolean> {
  const setUp = await lockSetUp(tx, { tokenHash, since: since(at) })
  if (!setUp || setUp.keys) return false
  const result = checkCode(setUp.code, { text: code, at })
  if (result === 'wrong') await countWrongTry(tx, setUpCodeKey(setUp))
  return result === 'right'
}

/**
 * Gives the operator the shown keys in return for a code of the new authenticator: until then a closed page loses nothing, and the set-up can begin
 * again. Refuses TOO_MANY_REQUESTS, SET_UP_REFUSED, INCORRECT_OTP.
 */
export async function confirmSetUp(
  accounts: Accounts,
  { setUpToken, code }: GivenCode,
  visitor: OperatorVisitor,
): Promise<Rejected | undefined> {
  const at = accounts.now()
  const tooMany = await countNetwork(accounts, { counter: 'operator-set-up:network', visitor, at })
  if (tooMany) return tooMany
  const tokenHash = hashToken(setUpToken)
  const outcome = await accounts.database.transaction(async (tx) => {
    const setUp = await lockSetUp(tx, { tokenHash, since: since(at) })
    if (!setUp?.keys || setUp.code.tries >= CODE_TRIES_MAX) return 'none'
    const step = stepOfSetUp(accounts, { setUp: { ...setUp, keys: setUp.keys }, code, at })
    if (step === undefined) {
      await countWrongTry(tx, setUpCodeKey(setUp))
      return 'wrong'
    }
    const { userId, keys } = setUp
    await saveOperatorKeys(tx, { userId, ...keys })
    await saveTotpStep(tx, { userId, step })
    await deleteSetUps(tx, userId)
    const seen = originOf(visitor)
    await recordEvent(tx, { at, kind: 'OPERATOR_SET_UP', userId, operatorId: userId, ...seen })
    return 'confirmed'
  })
  if (outcome === 'confirmed') return undefined
  const refusal = await refused(accounts, visitor)
  return outcome === 'wrong' ? rejected('INCORRECT_OTP') : refusal
}

function stepOfSetUp(
  { sealer }: Accounts,
  {
    setUp: { userId, keys },
    code,
    at,
  }: { setUp: SetUpRow & { keys: NonNullable<SetUpRow['keys']> }; code: string; at: Date },
): number | undefined {
  const secret = sealer.open(keys.totpSecret, totpContext(userId))
  return stepOf({ secret, lastStep: undefined, code, at })
}

const countNetwork = (
  { database }: Accounts,
  { counter, visitor, at }: { counter: string; visitor: OperatorVisitor; at: Date },
) => countAgainst(database, { limit: { kind: counter, subject: networkOf(visitor.ip), max: PER_NETWORK_MAX }, at })

async function refused({ database, now }: Accounts, { ip }: OperatorVisitor): Promise<Rejected> {
  await countRefusal(database, { kind: 'OPERATOR_REFUSED', userId: undefined, ip, at: now() })
  return rejected('SET_UP_REFUSED')
}
