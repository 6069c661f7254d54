import type { MobileNumber } from '#domain/mobile-number.ts'
import { findOwner } from '#server/store/accounts/users.ts'
import type { Database } from '#server/store/database.ts'
import { type IranianIdentity, iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { provenWith } from '#tests/builders/proven-anew.ts'
import { accountForm } from './account-form.ts'
import type { AccountServer, Answer } from './account-server.ts'
import { type SignedUp, signedUp } from './steps.ts'

export type ContactUser = SignedUp & { readonly userId: number }

let addresses = 0
/** An e-mail address that no account has. */
export function emailAddress(): string {
  addresses += 1
  return `mina${addresses}.${Date.now()}@example.com`
}

/** A number that no account has. */
export const otherMobile = (): MobileNumber => iranianIdentity().mobileNumber

/** The six calls of section 7, and reads for the tests. */
export function contactSteps(server: AccountServer, database: Database) {
  /** Sends the call as a user who has just given a proof for it. */
  const post = async (path: string, { token }: SignedUp, json: object): Promise<Answer> => {
    await provenWith(server.accounts, token, path.includes('mobile') ? 'MOBILE' : 'EMAIL')
    return server.ask(`/users/${path}`, { method: 'POST', json, token })
  }
  const steps = {
    changeMobile: (user: SignedUp, newMobileNumber: string, oldMobileNumber: string = user.mobile) =>
      post('change-mobile', user, { oldMobileNumber, newMobileNumber }),
    changeEmail: (user: SignedUp, newEmail: string, oldEmail = '') =>
      post('change-email', user, { oldEmail, newEmail }),
    resendMobile: (user: SignedUp) => post('resend-mobile-otp', user, {}),
    resendEmail: (user: SignedUp) => post('resend-email-otp', user, {}),
    mobileOtp: (user: SignedUp, otp: string) => post('change-mobile-otp', user, { otp }),
    emailOtp: (user: SignedUp, otp: string) => post('change-email-otp', user, { otp }),

    async newUser(): Promise<ContactUser> {
      const user = await signedUp(server)
      return { ...user, userId: (await findOwner(database, { mobile: user.mobile })) ?? 0 }
    },
    /** A user whose form the registry has confirmed and who has not typed the identity code yet. */
    async submittedUser(person: IranianIdentity = iranianIdentity()): Promise<ContactUser> {
      const user = await steps.newUser()
      await server.ask('/users/account', { method: 'POST', form: await accountForm({}, person), token: user.token })
      return user
    },
    async verifiedUser(): Promise<ContactUser> {
      const user = await steps.submittedUser()
      await server.ask('/fino/send-sms-to-customer', { token: user.token })
      await server.ask(`/fino/otp?otp=${server.codeFor(user.mobile)}`, { token: user.token })
      return user
    },
    /** A user with a proven address. */
    async userWithEmail(email = emailAddress()): Promise<ContactUser & { readonly email: string }> {
      const user = await steps.newUser()
      await steps.changeEmail(user, email)
      await steps.emailOtp(user, server.emailCodeFor(email))
      return { ...user, email }
    },
    /** Sends the code of the old number; the code of the new number comes next. */
    async proveOldMobile(user: SignedUp, newMobile: MobileNumber): Promise<Answer> {
      await steps.changeMobile(user, newMobile)
      return steps.mobileOtp(user, server.codeFor(user.mobile))
    },
    async rowOf({ userId }: ContactUser) {
      const [row] = await database.query<{
        mobile: string
        email: string | null
        verification: string
        withdrawals_held_until: Date | null
      }>('select mobile, email, verification, withdrawals_held_until from users where id = $1', [userId])
      return row
    },
    async eventsOf({ userId }: ContactUser, kind: string): Promise<Record<string, unknown>[]> {
      const rows = await database.query<{ details: string }>(
        'select details from audit_log where user_id = $1 and kind = $2 order by id',
        [userId, kind],
      )
      return rows.map(({ details }) => JSON.parse(details))
    },
  }
  return steps
}

/** The parts of a refusal that tests compare. */
export const refusalOf = ({ status, body }: Answer) => ({
  status,
  code: body.code,
  ...(body.field === undefined ? {} : { field: body.field }),
})
