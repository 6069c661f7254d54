import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { retryRegistry } from '#server/accounts/identity/retry-registry.ts'
import type { Database } from '#server/store/database.ts'
import { iranianIdentity, nationalCodeOf } from '#tests/builders/iranian-identity.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { accountForm } from './account-form.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { type ContactUser, contactSteps, otherMobile, refusalOf } from './contact-steps.ts'

const MOBILE_OF_ANOTHER = '9991'
const OTHER_NAME = '9993'
const REGISTRY_DOWN = '9996'

onDatabase('a new mobile number and what was verified', (open) => {
  let database: Database
  let server: AccountServer
  let steps: ReturnType<typeof contactSteps>
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: { codesPerAddressMax: 10_000 } })
    steps = contactSteps(server, database)
  })
  afterAll(() => server.close())

  /** Makes the sandbox's registry answer for the person as it does for this number. */
  const registryAnswers = ({ userId }: ContactUser, nationalCode: string) =>
    database.query('update identities set national_code = $2 where user_id = $1', [userId, nationalCode])
  const reviewOf = async ({ userId }: ContactUser) => {
    const [row] = await database.query<{ doubts: string; next_try_at: Date | null }>(
      'select doubts, next_try_at from identity_reviews where user_id = $1',
      [userId],
    )
    return row
  }

  test('of a verified person is proven by the five-digit code once the registry has confirmed it, and the person stays verified', async () => {
    const user = await steps.verifiedUser()
    const mobile = otherMobile()
    const first = await steps.proveOldMobile(user, mobile)
    expect(first.body.baseDTO).toMatchObject({
      changed: false,
      authenticationType: 'AUTHORIZED',
      next: { contact: 'NEW', codeLength: 5, expiresInSeconds: 120 },
    })
    const code = server.codeFor(mobile)
    expect(code).toMatch(/^\d{5}$/)
    const changed = await steps.mobileOtp(user, code)
    expect(changed.body.baseDTO).toEqual({ changed: true, authenticationType: 'AUTHORIZED' })
    expect(await steps.rowOf(user)).toMatchObject({ mobile, verification: 'AUTHORIZED' })
    expect(await reviewOf(user)).toBeUndefined()
  })

  test('that is somebody else’s is refused before any code goes to it, and the change is over', async () => {
    const user = await steps.verifiedUser()
    await registryAnswers(user, nationalCodeOf(MOBILE_OF_ANOTHER))
    const mobile = otherMobile()
    expect(refusalOf(await steps.proveOldMobile(user, mobile))).toEqual({
      status: 409,
      code: 'MOBILE_NATIONAL_CODE_MISMATCH',
      field: 'newMobileNumber',
    })
    expect(server.messagesTo(mobile)).toBe(0)
    expect((await steps.resendMobile(user)).body.code).toBe('CONTACT_CHANGE_NOT_BEGUN')
    expect(await steps.rowOf(user)).toMatchObject({ mobile: user.mobile, verification: 'AUTHORIZED' })
  })

  test('is asked about alone: a name that the registry writes in another way is settled', async () => {
    const user = await steps.verifiedUser()
    await registryAnswers(user, nationalCodeOf(OTHER_NAME))
    const mobile = otherMobile()
    await steps.proveOldMobile(user, mobile)
    const changed = await steps.mobileOtp(user, server.codeFor(mobile))
    expect(changed.body.baseDTO).toEqual({ changed: true, authenticationType: 'AUTHORIZED' })
  })

  test('of which the registry says nothing is the account’s, waits for a review, and stays in use until then', async () => {
    const user = await steps.verifiedUser()
    await registryAnswers(user, nationalCodeOf(REGISTRY_DOWN))
    const mobile = otherMobile()
    await steps.proveOldMobile(user, mobile)
    const changed = await steps.mobileOtp(user, server.codeFor(mobile))
    expect(changed.body.baseDTO).toEqual({ changed: true, authenticationType: 'INFORMATION_CHANGED_PENDING' })
    expect(await steps.rowOf(user)).toMatchObject({ mobile, verification: 'INFORMATION_CHANGED_PENDING' })
    expect(await reviewOf(user)).toMatchObject({ doubts: '[{"what":"REGISTRY_DOWN"}]' })
    expect((await reviewOf(user))?.next_try_at).toBeInstanceOf(Date)
    const account = await server.ask('/users/account', { token: user.token })
    expect(account.body.baseDTO).toMatchObject({ authorized: true })
    expect(refusalOf(await steps.changeMobile({ ...user, mobile }, otherMobile()))).toEqual({
      status: 409,
      code: 'CONTACT_LOCKED',
    })
    await registryAnswers(user, iranianIdentity().nationalCode)
    server.pass({ seconds: 61 })
    await retryRegistry(server.accounts)
    expect(await steps.rowOf(user)).toMatchObject({ mobile, verification: 'AUTHORIZED' })
    const notices = await database.query('select kind from notices where user_id = $1 order by id desc limit 1', [
      user.userId,
    ])
    expect(notices).toEqual([{ kind: 'IDENTITY_APPROVED' }])
  })

  test('of a form that waits for its identity code has it sent again', async () => {
    const user = await steps.submittedUser()
    await server.ask('/fino/send-sms-to-customer', { token: user.token })
    const identityCode = server.codeFor(user.mobile)
    const mobile = otherMobile()
    await steps.proveOldMobile(user, mobile)
    expect(server.codeFor(mobile)).toMatch(/^\d{6}$/)
    const changed = await steps.mobileOtp(user, server.codeFor(mobile))
    expect(changed.body.baseDTO).toEqual({ changed: true, authenticationType: 'NOT_COMPLETE' })
    const checked = await server.ask(`/fino/otp?otp=${identityCode}`, { token: user.token })
    expect(checked.body.code).toBe('ACCOUNT_INCOMPLETE')
  })

  test('of a person who was verified between its codes is not taken unasked', async () => {
    const user = await steps.submittedUser()
    const mobile = otherMobile()
    await steps.proveOldMobile(user, mobile)
    await database.query(`update users set verification = 'AUTHORIZED' where id = $1`, [user.userId])
    const late = await steps.mobileOtp(user, server.codeFor(mobile))
    expect(late.body.code).toBe('CONTACT_CHANGE_NOT_BEGUN')
    expect(await steps.rowOf(user)).toMatchObject({ mobile: user.mobile, verification: 'AUTHORIZED' })
  })

  test('that was proven while a form was examined with the old one sends the form back', async () => {
    const user = await steps.newUser()
    const mobile = otherMobile()
    await steps.proveOldMobile(user, mobile)
    const { accounts } = server
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    // A form whose photos wait to be decoded.
    const held = accounts.pictureDecoder.inTurn(-1, () => gate.promise)
    const inTurn = accounts.pictureDecoder.inTurn.bind(accounts.pictureDecoder)
    vi.spyOn(accounts.pictureDecoder, 'inTurn').mockImplementation((userId, turn) => {
      begun.resolve()
      return inTurn(userId, turn)
    })
    const submitted = server.ask('/users/account', { method: 'POST', form: await accountForm(), token: user.token })
    await begun.promise
    expect((await steps.mobileOtp(user, server.codeFor(mobile))).body.baseDTO).toMatchObject({ changed: true })
    gate.resolve()
    await held
    expect(refusalOf(await submitted)).toEqual({ status: 400, code: 'BAD_REQUEST', field: 'mobileNumber' })
    expect(await steps.rowOf(user)).toMatchObject({ mobile, verification: 'UNAUTHORIZED' })
    vi.restoreAllMocks()
  })

  test('is not changed while a form is under review', async () => {
    const user = await steps.submittedUser()
    const mobile = otherMobile()
    await steps.proveOldMobile(user, mobile)
    await database.query(`update users set verification = 'PENDING' where id = $1`, [user.userId])
    const locked = { status: 409, code: 'CONTACT_LOCKED' }
    expect(refusalOf(await steps.mobileOtp(user, server.codeFor(mobile)))).toEqual(locked)
    expect(refusalOf(await steps.changeMobile(user, mobile))).toEqual(locked)
    expect((await steps.rowOf(user))?.mobile).toBe(user.mobile)
  })
})
