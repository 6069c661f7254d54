import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { VerifiedUser } from '#tests/builders/verified-user.ts'
import { xrpAddress } from '#tests/builders/xrp-address.ts'
import { type Customers, PASSWORD } from './customers.ts'
import type { Phone } from './phone.ts'
import type { Answer, Call, PublicAddress } from './public-address.ts'

const Begun = z.object({ flowToken: z.string() })
const Opened = z.object({ token: z.string() })
const Withdrawn = z.object({ baseDTO: z.object({ id: z.string() }) })

/** A code is good once: after a broken call, it may be used up, replaced, or too young for another one. */
const ABOUT_CODES = ['TOO_MANY_REQUESTS', 'CODE_EXPIRED', 'INCORRECT_OTP'] as const

/** The least that a transfer may be, in Toman. */
const LEAST_TOMAN = 10_000

/** While a process does not reach custody, no coin can be withdrawn there. */
const NOT_NOW = ['WITHDRAWAL_DISABLED'] as const

const PAID_XRP = '25'
/** Without the network's fee of 0.2 XRP. */
export const ARRIVING_DROPS = 24_800_000n

/** A transfer that a saver wanted; its amount is unlike that of any other. */
export interface Transfer {
  readonly userId: number
  readonly toman: number
  /** Absent: it was never acknowledged, and may have happened or not. */
  id: string | undefined
}

/** A withdrawal of XRP that a payer wanted, to an address that nobody else pays. */
export interface Payment {
  readonly address: string
  /** Absent: it was never acknowledged, and may have happened or not. */
  id: string | undefined
}

interface Settings {
  readonly address: PublicAddress
  readonly phone: Phone
}

/** One deed of a person in several calls. Once one of them broke off, the codes of the others may not fit any more. */
class Deed {
  readonly #settings: Settings
  readonly #person: VerifiedUser
  #wasBroken = false

  constructor(settings: Settings, person: VerifiedUser) {
    this.#settings = settings
    this.#person = person
  }

  /** `undefined`: it ended without an answer to go on with. */
  async ask(call: Omit<Call, 'ip' | 'method'>, allowed: readonly string[] = []): Promise<Answer | undefined> {
    const about = this.#wasBroken
      ? { allowed: [...ABOUT_CODES, ...allowed] }
      : { allowed, allowedAfterBreak: ABOUT_CODES }
    const answer = await this.#settings.address.ask({ ...call, method: 'POST', ip: ipOf(this.#person) }, about)
    this.#wasBroken ||= answer?.wasBroken ?? true
    return answer?.status === 200 ? answer : undefined
  }

  code(): string {
    const code = this.#settings.phone.newestCode(this.#person.mobileNumber)
    if (code === undefined) throw new Error(`no code was sent to ${this.#person.mobileNumber}`)
    return code
  }
}

/** Limits are counted by network, and each person has one. */
const ipOf = ({ userId }: VerifiedUser) => `5.160.${userId % 200}.${Math.floor(userId / 200) + 1}`

/** Logs a person in by password and code. @returns the session's token; `undefined` if a call broke off */
export async function logIn(settings: Settings, person: VerifiedUser): Promise<string | undefined> {
  const { mobileNumber } = person
  const deed = new Deed(settings, person)
  const credentials = { mobileNumber, password: PASSWORD, authenticationType: 'SMS' }
  const begun = await deed.ask({ path: '/users/login', body: credentials })
  if (!begun) return undefined
  const { flowToken } = Begun.parse(JSON.parse(begun.text))
  const opened = await deed.ask({ path: '/users/check-otp-code', body: { mobileNumber, flowToken, code: deed.code() } })
  return opened && Opened.parse(JSON.parse(opened.text)).token
}

/** People who log in and stay logged in, savers who send each other Toman, and payers who withdraw XRP, while others trade. */
export class Visitors {
  readonly transfers: Transfer[] = []
  readonly payments: Payment[] = []
  /** Of all who have logged in. */
  readonly tokens: string[] = []
  readonly #settings: Settings
  #isOver = false
  #lanes: readonly Promise<void>[] = []

  constructor(settings: Settings) {
    this.#settings = settings
  }

  begin(
    { guests, savers, payers }: Pick<Customers, 'guests' | 'savers' | 'payers'>,
    { loginMs, transferMs, paymentMs, sessionMs }: Record<'loginMs' | 'transferMs' | 'paymentMs' | 'sessionMs', number>,
  ): void {
    this.#lanes = [
      this.#each(loginMs, (turn) => this.#logIn(of(guests, turn))),
      this.#each(transferMs, (turn) => this.#transfer(turn, { from: of(savers, turn), to: of(savers, turn + 1) })),
      this.#each(paymentMs, (turn) => this.#pay(turn, of(payers, turn))),
      this.#each(sessionMs, (turn) => this.#visit(of(this.tokens, turn))),
    ]
  }

  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#lanes)
  }

  /** Begins something at each interval, however long the one before takes. */
  async #each(everyMs: number, run: (turn: number) => Promise<void>): Promise<void> {
    const underWay: Promise<void>[] = []
    for (let turn = 0; !this.#isOver; turn += 1) {
      underWay.push(run(turn).catch((error: unknown) => void this.#settings.address.refusals.push(String(error))))
      await sleep(everyMs)
    }
    await Promise.all(underWay)
  }

  async #logIn(person: VerifiedUser): Promise<void> {
    const token = await logIn(this.#settings, person)
    if (token !== undefined) this.tokens.push(token)
  }

  /** A session that was opened is open still. */
  async #visit(token: string): Promise<void> {
    await this.#settings.address.ask({ method: 'GET', path: '/users/account', token })
  }

  async #transfer(turn: number, { from, to }: { from: VerifiedUser; to: VerifiedUser }): Promise<void> {
    const { token, userId } = from
    const toman = LEAST_TOMAN + turn
    const body = {
      ...{ amount: String(toman), relatedCoin: 'TOMAN', withdrawalType: 'OTHER' },
      destinationWalletAddress: to.mobileNumber,
    }
    const deed = new Deed(this.#settings, from)
    if (!(await deed.ask({ path: '/wallets/withdrawal-code', token, body }))) return
    const transfer: Transfer = { userId, toman, id: undefined }
    this.transfers.push(transfer)
    const request = { path: '/wallets/withdrawal-request', token, key: `cluster-transfer-${turn}` }
    const answer = await deed.ask({ ...request, body: { ...body, code: deed.code() } })
    if (answer) transfer.id = Withdrawn.parse(JSON.parse(answer.text)).baseDTO.id
  }

  async #pay(turn: number, from: VerifiedUser): Promise<void> {
    const { token } = from
    const address = xrpAddress(turn + 1)
    const body = {
      ...{ amount: PAID_XRP, relatedCoin: 'RIPPLE', tokenType: 'XRP' },
      destinationWalletAddress: address,
    }
    const deed = new Deed(this.#settings, from)
    if (!(await deed.ask({ path: '/wallets/withdrawal-code', token, body }, NOT_NOW))) return
    const payment: Payment = { address, id: undefined }
    this.payments.push(payment)
    const request = { path: '/wallets/withdrawal-request', token, key: `cluster-payment-${turn}` }
    const answer = await deed.ask({ ...request, body: { ...body, code: deed.code() } }, NOT_NOW)
    if (answer) payment.id = Withdrawn.parse(JSON.parse(answer.text)).baseDTO.id
  }
}

function of<Item>(all: readonly Item[], turn: number): Item {
  const item = all[turn % all.length]
  if (item === undefined) throw new Error('there is nobody')
  return item
}
