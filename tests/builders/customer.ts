import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type IranianIdentity, iranianIdentity } from './iranian-identity.ts'

/** A person who uses the product through its public API alone, as a phone would. */
export interface Customer extends IranianIdentity {
  readonly password: string
  /** Of the open session. */
  readonly token: string
  /** Calls the API as this person. @throws Error with the refusal's code */
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>
}

const PASSWORD = 'Kimia-1405'
const Messages = z.array(z.object({ code: z.nullable(z.string()) }))
const Token = z.object({ token: z.string() })
const Begun = z.object({ baseDTO: z.object({ redirectSite: z.string() }) })

/** The newest code that the SMS sandbox "sent" to this number. */
export async function newestCode(url: string, mobile: string): Promise<string> {
  const answer = await fetch(`${url}/sandbox/inbox.json?to=${encodeURIComponent(mobile)}`)
  const [message] = Messages.parse(await answer.json())
  if (!message?.code) throw new Error(`no code was sent to ${mobile}`)
  return message.code
}

/** Signs a new person up: form, code, session. */
export async function signUp(url: string): Promise<Customer> {
  const person = iranianIdentity()
  const call = callerOf(url, undefined)
  const { mobileNumber } = person
  await call('POST', '/users/register', {
    mobileNumber,
    password: PASSWORD,
    authenticationType: 'SMS',
    acceptedTerms: true,
  })
  const code = await newestCode(url, mobileNumber)
  const { token } = Token.parse(await call('POST', '/users/check-otp-code', { mobileNumber, code }))
  return { ...person, password: PASSWORD, token, call: callerOf(url, token) }
}

/** Sends the account form with pictures, then the identity code. */
export async function verifyIdentity(url: string, customer: Customer, picture: Uint8Array<ArrayBuffer>): Promise<void> {
  const form = new FormData()
  const fields = {
    firstName: 'مینا',
    lastName: 'کریمی',
    email: `${customer.nationalCode}@example.com`,
    nationalCode: customer.nationalCode,
    birthDay: '1990-05-12',
    telephone: '02188776655',
    state: 'تهران',
    city: 'تهران',
    postalCode: '1234567890',
    address: 'خیابان ولیعصر، پلاک ۱۲',
    idFormatType: 'ID_CARD',
    bankAccountsString: JSON.stringify([{ cardNumber: customer.cardNumber, shebaCode: customer.sheba }]),
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const name of ['image', 'backImage', 'documentImage'])
    form.append(name, new Blob([picture], { type: 'image/png' }), `${name}.png`)
  await accepted(
    await fetch(`${url}/api/users/account`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.token}` },
      body: form,
    }),
  )
  await customer.call('GET', '/fino/send-sms-to-customer')
  const code = await newestCode(url, customer.mobileNumber)
  await customer.call('GET', `/fino/otp?otp=${code}`)
}

/** Pays Toman in through the gateway's sandbox. */
export async function payIn(customer: Customer, toman: string): Promise<void> {
  const { cardNumber } = customer
  const begun = await customer.call('POST', '/wallets/deposit-toman', {
    amount: toman,
    paymentGateway: 'ZARINPAL',
    cardNumber,
  })
  const { redirectSite } = Begun.parse(begun).baseDTO
  const paid = await fetch(redirectSite, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'decision=pay',
    redirect: 'manual',
  })
  const back = paid.headers.get('location')
  if (back === null) throw new Error('the payment page sent nobody back')
  await fetch(back, { redirect: 'manual' })
}

function callerOf(url: string, token: string | undefined): Customer['call'] {
  return async (method, path, body) =>
    accepted(
      await fetch(`${url}/api${path}`, {
        method,
        headers: {
          'idempotency-key': randomUUID(),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    )
}

async function accepted(answer: Response): Promise<unknown> {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
  return JSON.parse(text)
}
