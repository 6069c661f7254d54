import { type Rejected, rejected } from '#contract/rejected.ts'
import { type Country, findCountry } from '#domain/countries.ts'
import { stageOf, type Verification, verificationAfter } from '#domain/verification.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { unverifyBankAccounts } from '../../store/accounts/bank-accounts.ts'
import {
  lockVerification,
  readAccount,
  reopenIdentity,
  setCountry as saveCountry,
  setVerification,
} from '../../store/accounts/identities.ts'
import { deleteCode, identityCode } from '../../store/accounts/one-time-codes.ts'
import type { Accounts } from '../accounts.ts'
import type { Actor } from '../actor.ts'

/**
 * Sets the country of residence. It decides the fields of the form, so a form confirmed in another country must be sent again.
 * Refuses COUNTRY_UNKNOWN, ALREADY_AUTHORIZED, IDENTITY_SERVICE_NOT_COMPLETED (the form is under review).
 */
export async function setCountry(
  { database, now, sessions }: Pick<Accounts, 'database' | 'now' | 'sessions'>,
  { actor, countryName }: { actor: Actor; countryName: string },
): Promise<{ country: Country; verification: Verification } | Rejected> {
  const country = findCountry(countryName)
  if (!country) return rejected('COUNTRY_UNKNOWN', { field: 'countryName' })
  const { userId, ip, device } = actor
  const at = now()
  const result = await database.transaction(async (tx) => {
    const before = await lockVerification(tx, userId)
    if (!before || (!stageOf(before).maySubmit && !stageOf(before).pending)) return rejected('ALREADY_AUTHORIZED')
    const known = (await readAccount(tx, userId))?.country
    if (known === country.name) return { country, verification: before }
    const verification = verificationAfter(before, 'informationChanged')
    if (!verification) return rejected('IDENTITY_SERVICE_NOT_COMPLETED')
    await saveCountry(tx, { userId, country: country.name })
    if (verification !== before) {
      await reopenIdentity(tx, userId)
      await unverifyBankAccounts(tx, userId)
      await deleteCode(tx, identityCode(userId))
      await setVerification(tx, { userId, verification })
    }
    const details = { before: known ?? null, after: country.name, verification }
    await recordEvent(tx, { at, kind: 'COUNTRY_CHANGED', userId, ip, device, details })
    return { country, verification }
  })
  sessions.refresh(userId)
  return result
}
