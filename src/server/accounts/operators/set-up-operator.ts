import { Rejected, rejected } from '#contract/rejected.ts'
import type { Language } from '#domain/market-state.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import {
  countWrongIdentityTry,
  deleteIdentityCode,
  lockIdentityCode,
  saveIdentityCode,
} from '../../store/accounts/one-time-codes.ts'
import { findWithoutKeys } from '../../store/accounts/operators.ts'
import type { Transaction } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { countRefusal } from '../count-refusal.ts'
import { addressOf, countAgainst, countCode, networkOf } from '../limits.ts'
import { checkCode, makeCode, sendCode } from '../one-time-code.ts'
import { countTries, type OperatorVisitor } from './log-in-operator.ts'
import { giveKeys, makeKeys, type OperatorKeys } from './operator-keys.ts'

/** How long after the approval a new operator may set up. */
const SET_UP_MS = 24 * 3_600_000

/** Codes that one network may ask for within a quarter of an hour, whosever the numbers are. */
const BEGUN_PER_ADDRESS_MAX = 20

const since = (at: Date) => new Date(at.getTime() - SET_UP_MS)

/**
 * Sends a code to an operator whom two others have added and who has no keys yet. The answer and its time are the same for any number: the message goes out
 * behind it. The code lies where the identity codes lie, since an operator has no identity to prove. Refuses INVALID_MOBILE, TOO_MANY_REQUESTS (by network).
 */
export async function beginSetUp(
  accounts: Accounts,
  { mobileNumber }: { mobileNumber: string },
  visitor: OperatorVisitor & { readonly language: Language },
): Promise<Rejected | undefined> {
  const { database, now, log } = accounts
  const mobile = parseMobileNumber(mobileNumber)
  if (mobile === undefined) return rejected('INVALID_MOBILE', { field: 'mobileNumber' })
  const at = now()
  const ofNetwork = { kind: 'operator-set-up:address', subject: networkOf(visitor.ip), max: BEGUN_PER_ADDRESS_MAX }
  const tooMany = await countAgainst(database, { limit: ofNetwork, at })
  if (tooMany) return tooMany
  // A number that is no such operator's is counted nowhere.
  if (!(await findWithoutKeys(database, { mobile, since: since(at) }))) return undefined
  const asker = { by: 'operator', contact: mobile } as const
  if (await countCode(accounts, { purpose: 'login', asker, visitor })) return undefined
  const code = makeCode({ purpose: 'login', at })
  const isAwaited = await database.transaction(async (tx) => {
    const operator = await findWithoutKeys(tx, { mobile, since: since(at) })
    if (operator) await saveIdentityCode(tx, { userId: operator.id, code: code.kept })
    return operator !== undefined
  })
  const { language } = visitor
  if (isAwaited)
    void sendCode(accounts, { to: { channel: 'SMS', mobile }, purpose: 'login', language, code: code.text }).catch(
      (error) => log.error({ err: error }, 'the code of a new operator could not be sent'),
    )
  return undefined
}

/** Gives a new operator the keys, once, for the code. Refuses TOO_MANY_REQUESTS, SIGN_IN_BUSY, SET_UP_REFUSED (whatever is wrong). */
export async function finishSetUp(
  accounts: Accounts,
  { mobileNumber, code }: { mobileNumber: string; code: string },
  visitor: OperatorVisitor,
): Promise<OperatorKeys | Rejected> {
  const { database, sealer, now } = accounts
  const at = now()
  const mobile = parseMobileNumber(mobileNumber)
  if (mobile === undefined) return rejected('SET_UP_REFUSED')
  const tooMany = await countTries(accounts, { counter: 'operator-set-up', mobile, visitor })
  if (tooMany) return tooMany
  const keys = await makeKeys(accounts.passwords.hash)
  if (keys instanceof Rejected) return keys
  const given = await database.transaction(async (tx) => {
    const operator = await findWithoutKeys(tx, { mobile, since: since(at) })
    if (!operator || !(await takeCode(tx, { userId: operator.id, code, at }))) return undefined
    const given = await giveKeys(tx, { sealer, userId: operator.id, name: operator.name, keys })
    const seen = { ip: addressOf(visitor.ip), device: visitor.userAgent }
    await recordEvent(tx, { at, kind: 'OPERATOR_SET_UP', userId: operator.id, operatorId: operator.id, ...seen })
    return given
  })
  if (given) return given
  await countRefusal(database, { kind: 'OPERATOR_REFUSED', userId: undefined, ip: visitor.ip, at })
  return rejected('SET_UP_REFUSED')
}

/** Whether the code is right, which it is once; a wrong one counts. */
async function takeCode(
  tx: Transaction,
  { userId, code, at }: { userId: number; code: string; at: Date },
): Promise<boolean> {
  const kept = await lockIdentityCode(tx, userId)
  const result = kept && checkCode(kept, { text: code, at })
  if (result === 'right') await deleteIdentityCode(tx, userId)
  if (result === 'wrong') await countWrongIdentityTry(tx, userId)
  return result === 'right'
}
