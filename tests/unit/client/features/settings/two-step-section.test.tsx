import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { TwoStepSection } from '#client/features/settings/two-step-section.tsx'
import { REFUSALS } from '#contract/errors.ts'
import { changeOtp, getSecurity, renewRecoveryCodes, sendVerificationCode } from '#contract/security.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { securityOnWire } from '#tests/builders/security-on-wire.ts'

const server = clientServer()
const CODES = Array.from({ length: 10 }, (_, index) => `K7QM-2XRD-9WTA-HB4${index}`)
const LINK = 'otpauth://totp/Kimia:09121234567?secret=JDPUCEQVG2VL6EMWTSKYC5VFPB3KYTMO&issuer=Kimia'

let security = securityOnWire()
const sent: Sent[] = []
beforeEach(() => {
  security = securityOnWire()
  sent.length = 0
  server.use(mockEndpoint(getSecurity, () => ({ baseDTO: security })))
})

const onItsWay = (contact: string | null) => ({ starTwoStepAuthentication: contact, expiresInSeconds: 120, file: null })
const letCodesBeSent = (contact = 'm***@kimia.test') =>
  server.use(
    mockEndpoint(sendVerificationCode, (asked) => {
      sent.push(asked)
      return { baseDTO: { twoStepAuthenticationType: 'EMAIL' as const, ...onItsWay(contact), qrCodeLink: null } }
    }),
  )
const choice = (name: RegExp) => screen.findByRole('radio', { name })

test('the present method is marked, and says where its codes go', async () => {
  await drawClient(<TwoStepSection />)
  expect(await choice(/^پیامک/)).toBeChecked()
  expect(await choice(/^پیامک/)).toHaveTextContent('۰۹۱۲***۴۵۶۷')
  expect(await choice(/^ایمیل/)).not.toBeChecked()
  expect(await choice(/^برنامهٔ Authenticator/)).not.toBeChecked()
})

test('another method is chosen by its code, and the change is told', async () => {
  security = securityOnWire({ emailForCodes: 'mina@kimia.test' })
  letCodesBeSent()
  server.use(
    mockEndpoint(changeOtp, (asked) => {
      sent.push(asked)
      security = securityOnWire({ twoStepAuthenticationType: 'EMAIL', email: 'mina@kimia.test' })
      return { baseDTO: { twoStepAuthenticationType: 'EMAIL' as const, recoveryCodes: [] } }
    }),
  )
  await drawClient(<TwoStepSection />)
  await userEvent.click(await choice(/^ایمیل/))
  expect(await screen.findByText('m***@kimia.test')).toBeVisible()
  await userEvent.type(await screen.findByLabelText('کد ۶ رقمی'), '۱۲۳۴۵۶')
  expect(await screen.findByText('ورود دومرحله‌ای با ایمیل فعال شد.')).toBeVisible()
  expect(sent.map(({ query, body }) => ({ query, body }))).toEqual([
    { query: { twoStepAuthorization: 'EMAIL' }, body: {} },
    { query: { twoStepAuthorization: 'EMAIL' }, body: { code: '123456' } },
  ])
  await vi.waitFor(() => expect(screen.getByRole('radio', { name: /^ایمیل/ })).toBeChecked())
})

test.each(['SMS_OTP_UNAVAILABLE', 'EMAIL_OTP_UNAVAILABLE', 'TOO_MANY_REQUESTS'] as const)(
  'where the code cannot be sent (%s) the former method shows again, with the reason',
  async (code) => {
    security = securityOnWire({ emailForCodes: 'mina@kimia.test' })
    server.use(mockEndpoint(sendVerificationCode, refuseWith(code)))
    await drawClient(<TwoStepSection />)
    await userEvent.click(await choice(/^ایمیل/))
    expect(await screen.findByText(REFUSALS[code].fa)).toBeVisible()
    expect(await choice(/^پیامک/)).toBeChecked()
    expect(await choice(/^ایمیل/)).not.toBeChecked()
  },
)

test('a sheet that is left changes nothing', async () => {
  security = securityOnWire({ emailForCodes: 'mina@kimia.test' })
  letCodesBeSent()
  await drawClient(<TwoStepSection />)
  await userEvent.click(await choice(/^ایمیل/))
  await screen.findByLabelText('کد ۶ رقمی')
  // Esc and the back gesture send this event.
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(await choice(/^پیامک/)).toBeChecked()
})

test('without an address it is asked for first, and what is wrong with it is said', async () => {
  letCodesBeSent()
  await drawClient(<TwoStepSection />)
  await userEvent.click(await choice(/^ایمیل/))
  const field = await screen.findByLabelText('ایمیل', { selector: 'input' })
  await userEvent.click(screen.getByRole('button', { name: 'ارسال کد' }))
  expect(field).toHaveAccessibleDescription('ایمیل خود را وارد کنید.')
  await userEvent.type(field, 'mina@kimia')
  expect(field).toHaveAccessibleDescription('این ایمیل معتبر نیست؛ آن را بررسی کنید.')
  expect(sent).toEqual([])
  await userEvent.type(field, '.test{Enter}')
  expect(await screen.findByLabelText('کد ۶ رقمی')).toBeEnabled()
  expect(sent[0]?.body).toEqual({ email: 'mina@kimia.test' })
})

test('an address that turns out to be another account’s is asked for anew, since its code is used up', async () => {
  security = securityOnWire({ emailForCodes: 'mina@kimia.test' })
  letCodesBeSent()
  server.use(mockEndpoint(changeOtp, refuseWith('EMAIL_TAKEN')))
  await drawClient(<TwoStepSection />)
  await userEvent.click(await choice(/^ایمیل/))
  await userEvent.type(await screen.findByLabelText('کد ۶ رقمی'), '123456')
  const field = await screen.findByLabelText('ایمیل', { selector: 'input' })
  expect(field).toHaveAccessibleDescription(REFUSALS.EMAIL_TAKEN.fa)
  expect(field).toHaveValue('mina@kimia.test')
  expect(screen.queryByLabelText('کد ۶ رقمی')).toBeNull()
  await userEvent.clear(field)
  await userEvent.type(field, 'other@kimia.test{Enter}')
  expect(await screen.findByLabelText('کد ۶ رقمی')).toBeEnabled()
  expect(sent.at(-1)?.body).toEqual({ email: 'other@kimia.test' })
})

test('a code whose time is up for the server is not asked for again', async () => {
  security = securityOnWire({ emailForCodes: 'mina@kimia.test' })
  letCodesBeSent()
  server.use(mockEndpoint(changeOtp, refuseWith('CODE_EXPIRED')))
  await drawClient(<TwoStepSection />)
  await userEvent.click(await choice(/^ایمیل/))
  await userEvent.type(await screen.findByLabelText('کد ۶ رقمی'), '123456')
  expect(await screen.findByText(REFUSALS.CODE_EXPIRED.fa)).toBeVisible()
  expect(screen.getByRole('button', { name: 'ارسال دوبارهٔ کد' })).toBeEnabled()
})

test('an authenticator gets a QR code and its key, has no clock, and gives recovery codes that must be kept', async () => {
  server.use(
    mockEndpoint(sendVerificationCode, {
      baseDTO: {
        twoStepAuthenticationType: 'GOOGLE_AUTHENTICATOR',
        starTwoStepAuthentication: null,
        expiresInSeconds: null,
        file: 'iVBORw0KGgo=',
        qrCodeLink: LINK,
      },
    }),
    mockEndpoint(changeOtp, {
      baseDTO: { twoStepAuthenticationType: 'GOOGLE_AUTHENTICATOR', recoveryCodes: CODES },
    }),
  )
  await drawClient(<TwoStepSection />)
  await userEvent.click(await choice(/^برنامهٔ Authenticator/))
  expect(await screen.findByRole('img', { name: 'کد QR برای برنامهٔ Authenticator' })).toBeVisible()
  expect(screen.getByText('JDPU CEQV G2VL 6EMW TSKY C5VF PB3K YTMO')).toBeVisible()
  expect(screen.queryByRole('timer')).toBeNull()
  await userEvent.type(screen.getByLabelText('کد ۶ رقمی'), '123456')
  expect(await screen.findByText('ورود دومرحله‌ای با برنامهٔ Authenticator فعال شد.')).toBeVisible()
  const list = await screen.findByRole('list', { name: 'کدهای بازیابی' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(CODES)
  await userEvent.click(screen.getByRole('button', { name: 'تمام' }))
  expect(screen.getByText('اول کدها را ذخیره کنید.')).toBeVisible()
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'تمام' }))
  expect(screen.queryByText(CODES[0] ?? '')).toBeNull()
})

test('recovery codes that are left are counted, and new ones replace them only after a question', async () => {
  security = securityOnWire({ recoveryCodesLeft: 3 })
  let renewed = 0
  server.use(
    mockEndpoint(renewRecoveryCodes, () => {
      renewed += 1
      return { baseDTO: { recoveryCodes: CODES } }
    }),
  )
  await drawClient(<TwoStepSection />)
  expect(await screen.findByText('۳ کد استفاده‌نشده دارید.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'ساخت کدهای جدید' }))
  expect(screen.getByText('کدهای قبلی دیگر کار نمی‌کنند.')).toBeVisible()
  expect(renewed).toBe(0)
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'ساخت کدهای جدید' }))
  expect(await screen.findByText(CODES[9] ?? '')).toBeVisible()
})

test.each([
  ['SMS', 'ورود دومرحله‌ای با پیامک فعال شد.', 'Two-step verification is now by SMS.'],
  ['EMAIL', 'ورود دومرحله‌ای با ایمیل فعال شد.', 'Two-step verification is now by email.'],
] as const)('the success of a change to %s is told in both languages', async (method, fa, en) => {
  for (const language of ['fa', 'en'] as const) {
    security = securityOnWire({ twoStepAuthenticationType: 'GOOGLE_AUTHENTICATOR', emailForCodes: 'mina@kimia.test' })
    letCodesBeSent()
    server.use(mockEndpoint(changeOtp, { baseDTO: { twoStepAuthenticationType: method, recoveryCodes: [] } }))
    const { unmount } = await drawClient(<TwoStepSection />, { language })
    const names = { fa: { SMS: /^پیامک/, EMAIL: /^ایمیل/ }, en: { SMS: /^SMS/, EMAIL: /^Email/ } }
    await userEvent.click(await choice(names[language][method]))
    await userEvent.type(await screen.findByLabelText(language === 'fa' ? 'کد ۶ رقمی' : '6-digit code'), '123456')
    expect(await screen.findByText(language === 'fa' ? fa : en)).toBeVisible()
    unmount()
  }
})
