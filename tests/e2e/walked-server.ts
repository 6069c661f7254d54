import { readFile } from 'node:fs/promises'
import { generateSync } from 'otplib/functional'
import type { BrowserContext } from 'playwright/test'
import { operatorLogin, searchUsers } from '#contract/operations.ts'
import { proposeSupervisor } from '#contract/operations-proposals.ts'
import { proposeLevelChange } from '#contract/operations-settings.ts'
import { type Customer, sendAccountForm, signUp } from '#tests/builders/customer.ts'
import { fundedCustomer } from '#tests/builders/funded-customer.ts'
import { nationalCodeOf } from '#tests/builders/iranian-identity.ts'
import { type ServerProcess, startServerProcess } from '../setup/server-process.ts'
import type { Operator } from './console-operator.ts'
import { operatedFolder } from './operated-folder.ts'
import type { Who } from './screen.ts'
import { sessionCookies } from './session-cookies.ts'
import { PICTURE } from './walk.ts'

export interface WalkedServer {
  readonly url: string
  /** Signs the pages of this context in as this person alone. */
  readonly comeAs: (context: BrowserContext, who: Who) => Promise<void>
  readonly stop: () => Promise<void>
}

interface Walked {
  /** Creates the customer whose lists the walk sees. */
  readonly customer: (url: string) => Promise<Customer>
  readonly settings?: Readonly<Record<string, string>>
}

/** A server on which each list that a walk sees has rows, the operators' too. */
export async function startWalkedServer({ customer, settings }: Walked): Promise<WalkedServer> {
  const folder = await operatedFolder()
  const server = await startServerProcess(folder.settings, {
    CODES_PER_ADDRESS_MAX: '1000',
    SANDBOX_CANDLES: 'on',
    // Prices are valid for half a minute, and each new one draws the open pages again.
    PRICE_POLL_MS: '10000',
    ...settings,
  })
  const { url } = server
  const photo = new Uint8Array(await readFile(PICTURE))
  const [newcomer, awaiting, doubtful] = [await signUp(url), await signUp(url), await signUp(url)]
  await sendAccountForm(url, awaiting, photo)
  await sendAccountForm(url, { ...doubtful, nationalCode: nationalCodeOf('9998') }, photo)
  const operator = await openOperatorSession(url, folder.sara)
  await actAsOperator(url, operator)
  const reza = await openOperatorSession(url, folder.reza)
  await raiseDepositLimit(url, [operator, reza])
  // Signed up before the customer, who is the first row of the operators' list of users.
  const provider = await fundedCustomer(url, '1000000')
  // The operators have just proved who they are, which is asked for again some minutes later. Few walks wait for the appointment.
  const supervisor = appointSupervisor(url, provider, [operator, reza])
  supervisor.catch(() => undefined)
  const tokens: Readonly<Record<Exclude<Who, 'supervisor'>, string | undefined>> = {
    visitor: undefined,
    newcomer: newcomer.token,
    awaiting: awaiting.token,
    customer: (await customer(url)).token,
    operator,
  }
  return {
    url,
    comeAs: async (context, who) => {
      await context.clearCookies()
      const token = who === 'supervisor' ? (await supervisor).token : tokens[who]
      if (token === undefined) return
      const isOperator = who === 'operator'
      await context.addCookies(
        isOperator ? [{ name: 'kimia_operator', value: token, url }] : sessionCookies({ token, url }),
      )
    },
    stop: () => stopAll(server, folder.remove),
  }
}

async function stopAll(server: ServerProcess, remove: () => Promise<void>): Promise<void> {
  await server.stop()
  await remove()
}

/** Logs an operator in. Returns the token. */
export async function openOperatorSession(url: string, { mobile, password, secret }: Operator): Promise<string> {
  const body = { mobileNumber: mobile, password, code: generateSync({ secret }) }
  const { token } = operatorLogin.response.parse(await send(`${url}/api${operatorLogin.path}`, body, {}))
  if (token === null) throw new Error('a program was taken for our own page')
  return token
}

interface OperatorCall {
  readonly url: string
  readonly token: string
  /** Relative to "/api/operations". */
  readonly path: string
  readonly body: object
}

export const askAsOperator = ({ url, token, path, body }: OperatorCall): Promise<unknown> =>
  send(`${url}/api/operations${path}`, body, { authorization: `Bearer ${token}` })

async function send(address: string, body: object, headers: Readonly<Record<string, string>>): Promise<unknown> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** One operator proposes a customer as a liquidity provider, with credit in Toman and gold, and another one appoints them. */
async function appointSupervisor(
  url: string,
  customer: Customer,
  [proposing, deciding]: readonly [string, string],
): Promise<Customer> {
  const reason = 'قرارداد بازارگردانی بسته شد.'
  const search = { path: '/users/search', body: { search: customer.mobileNumber } }
  const found = searchUsers.response.parse(await askAsOperator({ url, token: proposing, ...search }))
  const credit = [
    { coin: 'TOMAN', amount: '500000000' },
    { coin: 'GOLD', amount: '5' },
  ]
  const path = `/users/${found.content[0]?.id}/propose-supervisor`
  const proposed = await askAsOperator({ url, token: proposing, path, body: { credit, reason } })
  const { id } = proposeSupervisor.response.parse(proposed).baseDTO
  await askAsOperator({ url, token: deciding, path: `/proposals/${id}/approve`, body: { reason } })
  return customer
}

/** Lets the customer of a walk pay in more than a new one may on a day. */
async function raiseDepositLimit(url: string, [proposing, deciding]: readonly [string, string]): Promise<void> {
  const reason = 'سقف واریز روز شنبه بیشتر می‌شود.'
  const level = {
    volumeFrom: '0',
    maker: '0.3',
    taker: '0.4',
    depositDayMax: '5000000000',
    withdrawalHourMax: '300000000',
    withdrawalDayMax: '700000000',
  }
  const path = '/levels/VIP_1/propose-change'
  const proposed = await askAsOperator({ url, token: proposing, path, body: { ...level, reason } })
  const { id } = proposeLevelChange.response.parse(proposed).baseDTO
  await askAsOperator({ url, token: deciding, path: `/proposals/${id}/approve`, body: { reason } })
}

/** Fills the pages: a pending proposal, and a message to users. */
async function actAsOperator(url: string, token: string): Promise<void> {
  const reason = 'بازار آرام است و کارمزد کم می‌شود.'
  const ask = (path: string, body: object) => askAsOperator({ url, token, path, body: { ...body, reason } })
  await ask('/levels/VIP_4/propose-change', {
    volumeFrom: '50000000000',
    maker: '0.11',
    taker: '0.16',
    depositDayMax: '2000000000',
    withdrawalHourMax: '300000000',
    withdrawalDayMax: '700000000',
  })
  await ask('/broadcasts', {
    receiverFilter: { language: 'ALL', level: 'ALL', verified: false },
    messages: {
      fa: { title: 'کارمزد کمتر در معاملهٔ طلا', text: 'از شنبه کارمزد معاملهٔ طلا نصف می‌شود. '.repeat(6).trim() },
      en: { title: 'Lower fees for gold', text: 'From Saturday on, gold is traded at half the fee. '.repeat(6).trim() },
    },
    clientKey: crypto.randomUUID(),
  })
}
