import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { checkIdentityCode, sendIdentityCode } from '#contract/account-form.ts'
import { depositToman, type Gateway } from '#contract/deposits.ts'
import type { EndpointShape, Input, Reply } from '#contract/endpoint.ts'
import { checkOtpCode, register } from '#contract/users.ts'
import { type IranianIdentity, iranianIdentity } from './iranian-identity.ts'

/** A person who uses the product through its public API alone, as a phone would. */
export interface Customer extends IranianIdentity {
  readonly password: string
  /** The token of the open session. */
  readonly token: string
  /** Calls one endpoint as this person. @throws Error with the refusal's code */
  readonly ask: Ask
}

type Key<Shape> = Shape extends { money: true } ? 'idempotencyKey' : never

/** Like `Input`, but the key of a money command is optional. */
type Asked<Shape extends EndpointShape> = Omit<Input<Shape>, Key<Shape>> & { idempotencyKey?: string }

export type Ask = <const Shape extends EndpointShape>(endpoint: Shape, input: Asked<Shape>) => Promise<Reply<Shape>>

const PASSWORD = 'Kimia-1405'
const Messages = z.array(z.object({ code: z.nullable(z.string()) }))

/** The newest code that the SMS sandbox "sent" to this number. */
export async function newestCode(url: string, mobile: string): Promise<string> {
  const answer = await fetch(`${url}/sandbox/inbox.json?to=${encodeURIComponent(mobile)}`)
  // A message that the user did not ask for has no code, and may have come meanwhile.
  const message = Messages.parse(await answer.json()).find(({ code }) => code !== null)
  if (!message?.code) throw new Error(`no code was sent to ${mobile}`)
  return message.code
}

/** Signs a new person up: form, code, session. */
export async function signUp(url: string): Promise<Customer> {
  const person = iranianIdentity()
  const ask = askerOf(url, undefined)
  const { mobileNumber } = person
  await ask(register, {
    body: { mobileNumber, password: PASSWORD, authenticationType: 'SMS', acceptedTerms: true },
  })
  const code = await newestCode(url, mobileNumber)
  const { token } = await ask(checkOtpCode, { body: { mobileNumber, code } })
  if (token === null) throw new Error('a program got no token')
  return { ...person, password: PASSWORD, token, ask: askerOf(url, token) }
}

const NAMES = { firstName: 'مینا', lastName: 'کریمی' }

/** Sends the account form with pictures, then the identity code. */
export async function verifyIdentity(
  url: string,
  customer: Customer,
  picture: Uint8Array<ArrayBuffer>,
  names: typeof NAMES = NAMES,
): Promise<void> {
  await sendAccountForm(url, customer, picture, names)
  await customer.ask(sendIdentityCode, { query: {} })
  const otp = await newestCode(url, customer.mobileNumber)
  await customer.ask(checkIdentityCode, { body: { otp } })
}

/** Sends the account form with pictures; only the identity code is missing then. */
export async function sendAccountForm(
  url: string,
  customer: Customer,
  picture: Uint8Array<ArrayBuffer>,
  names: typeof NAMES = NAMES,
): Promise<void> {
  const form = new FormData()
  const fields = {
    ...names,
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
}

/** Pays Toman in through the gateway's sandbox. */
export async function payIn(
  customer: Customer,
  toman: string,
  {
    through: paymentGateway = 'ZARINPAL',
    decision = 'pay',
  }: { through?: z.output<typeof Gateway>; decision?: string } = {},
): Promise<void> {
  const { cardNumber } = customer
  const begun = await customer.ask(depositToman, { body: { amount: toman, paymentGateway, cardNumber } })
  const { redirectSite } = begun.baseDTO
  const paid = await fetch(redirectSite, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `decision=${decision}`,
    redirect: 'manual',
  })
  const back = paid.headers.get('location')
  if (back === null) throw new Error('the payment page sent nobody back')
  await fetch(back, { redirect: 'manual' })
}

interface Parts {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: object
  idempotencyKey?: string
}

/** Calls the API as a program with this token, or as a visitor. */
export function askerOf(url: string, token: string | undefined): Ask {
  return async <const Shape extends EndpointShape>(endpoint: Shape, input: Asked<Shape>) => {
    const { params = {}, query = {}, body, idempotencyKey = randomUUID() }: Parts = input
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const search = new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : [])))
    const answer = await fetch(`${url}/api${path}?${search}`, {
      method: endpoint.method,
      headers: {
        'idempotency-key': idempotencyKey,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return read<Shape['response']>(endpoint.response, await accepted(answer))
  }
}

const read = <Schema extends z.ZodMiniType>(schema: Schema, answer: unknown): z.output<Schema> => schema.parse(answer)

async function accepted(answer: Response): Promise<unknown> {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
  return JSON.parse(text)
}
