import { type Rejected, rejected } from '#contract/rejected.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { readAccount } from '../../store/accounts/identities.ts'
import { keptForm } from '../account-form.ts'
import type { Accounts } from '../accounts.ts'

/**
 * Whether a number is that of a verified person, as the registry says: DOUBTFUL where it does not answer, or there is none, as outside Iran.
 * Refuses MOBILE_NATIONAL_CODE_MISMATCH.
 */
export async function examineMobile(
  { database, identity, log }: Pick<Accounts, 'database' | 'identity' | 'log'>,
  { userId, mobile }: { userId: number; mobile: string },
): Promise<'CONFIRMED' | 'DOUBTFUL' | Rejected> {
  const account = await readAccount(database, userId)
  const mobileNumber = parseMobileNumber(mobile)
  if (!account?.identity || mobileNumber === undefined) return 'DOUBTFUL'
  const form = keptForm(account.identity, { country: account.country, bankAccounts: [] })
  const { nationalCode, birthDate } = form
  if (nationalCode === undefined) return 'DOUBTFUL'
  const { firstName, lastName } = form.person
  const found = await identity.verifyPerson({ nationalCode, mobileNumber, birthDate, firstName, lastName })
  if (found.kind === 'unavailable') {
    if (found.fault === 'ACCOUNT_REFUSED')
      log.error({ fault: found.fault }, 'the identity registry refuses our account; check its settings and its credit')
    return 'DOUBTFUL'
  }
  // The name was settled with the form; what is asked here is whose number it is.
  const isAnothers = found.kind === 'refused' && found.codes.some((code) => OF_THE_NUMBER.includes(code))
  return isAnothers ? rejected('MOBILE_NATIONAL_CODE_MISMATCH', { field: 'newMobileNumber' }) : 'CONFIRMED'
}

const OF_THE_NUMBER = ['MOBILE_IS_INCORRECT', 'NATIONAL_CODE_IS_INCORRECT']
