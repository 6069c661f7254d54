import type { AccountLevel } from '#domain/fee.ts'
import type { Invitation } from '#domain/referral-code.ts'
import { ACCOUNT_SETTINGS } from '#server/accounts/accounts.ts'
import { createSessions } from '#server/accounts/sessions.ts'
import { replaceBankAccounts } from '#server/store/accounts/bank-accounts.ts'
import { saveIdentity, setVerification } from '#server/store/accounts/identities.ts'
import { createUser } from '#server/store/accounts/users.ts'
import type { Database } from '#server/store/database.ts'
import { type IranianIdentity, iranianIdentity } from './iranian-identity.ts'

export interface VerifiedUser extends IranianIdentity {
  readonly userId: number
  /** The token of an open session: `authorization: Bearer <token>`. */
  readonly token: string
}

/** An AUTHORIZED user with a bank card and an open session, stored as the server's own functions would. */
export async function verifiedUser(
  database: Database,
  {
    level = 'VIP_1',
    at = new Date(),
    invitedBy,
  }: { level?: AccountLevel; at?: Date; invitedBy?: number | Invitation } = {},
): Promise<VerifiedUser> {
  const person = iranianIdentity()
  const { mobileNumber: mobile, nationalCode, cardNumber, sheba } = person
  const sessions = createSessions({ database, now: () => at, settings: ACCOUNT_SETTINGS })
  return database.transaction(async (tx) => {
    const nothing = { passwordHash: undefined, acceptedTermsAt: undefined }
    const userId = await createUser(tx, {
      owner: { mobile },
      level,
      invitedBy: typeof invitedBy === 'number' ? { inviterId: invitedBy, code: undefined } : invitedBy,
      ...nothing,
      at,
    })
    if (userId === undefined) throw new Error(`${mobile} has an account in this database already`)
    await saveIdentity(tx, { userId, identity: { ...IDENTITY, nationalCode }, at, confirmed: true })
    await replaceBankAccounts(tx, { userId, accounts: [{ cardNumber, sheba }], at, verified: true })
    await setVerification(tx, { userId, verification: 'AUTHORIZED' })
    return { ...person, userId, token: await sessions.create(tx, { userId, ...DEVICE }) }
  })
}

const DEVICE = { ip: '5.160.1.1', osType: 'ANDROID', deviceType: 'MOBILE', browser: 'CHROME' }

const IDENTITY = {
  firstName: 'مینا',
  lastName: 'کریمی',
  email: 'mina@example.com',
  birthDay: '1990-05-12',
  telephone: '02188776655',
  state: 'تهران',
  city: 'تهران',
  postalCode: '1234567890',
  address: 'خیابان ولیعصر',
  idFormat: 'PASSPORT',
  pictures: { image: 'image.jpg', backImage: undefined, documentImage: 'note.jpg' },
} as const
