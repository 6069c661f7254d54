import { randomBytes, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { parseDecimal } from '#domain/decimal.ts'
import { amount } from '#domain/units.ts'
import { insertPasskey } from '#server/store/accounts/passkeys.ts'
import { insertSignOnIdentity } from '#server/store/accounts/sign-on-identities.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
import type { Database } from '#server/store/database.ts'
import { leavingTo } from '#tests/builders/commands.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { openTicket } from '#tests/builders/open-ticket.ts'
import { pdf } from '#tests/builders/pdf.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import type { WholeServer } from '#tests/builders/whole-server.ts'
import { makeKey, openSession } from './callers.ts'
import { type SpecifiedRequest, send } from './calls.ts'

/** The owner's things, by the names that calls use. */
export interface Owned {
  readonly token: string
  readonly userId: number
  readonly card: string
  readonly order: string
  readonly orderOfBatch: string
  readonly orderKey: string
  readonly ticket: string
  readonly file: string
  readonly notification: string
  readonly bankAccount: string
  readonly session: string
  readonly apiKey: string
  readonly passkey: string
  readonly passkeyToRemove: string
  readonly signOn: string
  readonly deposit: string
  readonly sheba: string
  readonly withdrawal: string
  readonly delivery: string
  readonly savedAddress: string
  readonly priceAlert: string
  readonly recurringBuy: string
  readonly recurringBuyToRemove: string
}

const Named = z.object({ baseDTO: z.looseObject({ id: z.string() }) })
const Rows = z.object({ content: z.array(z.looseObject({ id: z.string() })) })
const Begun = z.object({ baseDTO: z.object({ redirectSite: z.string() }) })
const Talk = z.object({ pageDTO: z.object({ content: z.array(z.object({ file: z.nullable(z.string()) })) }) })

/** A customer with one of each thing that a call can name. */
export async function ownerOfAll({ url, database, exchange }: WholeServer): Promise<Owned> {
  const { userId, cardNumber: card, sheba } = await verifiedUser(database)
  await database.query(`update users set password_hash = 'none' where id = $1`, [userId])
  const token = await openSession(database, userId, { provenFor: 'ACCESS' })
  const { coinBySymbol } = await readCatalogue(database)
  const [toman, gold] = [coinBySymbol.get('TOMAN'), coinBySymbol.get('GOLD')]
  const units = toman && parseDecimal('1000000000', toman.decimals)
  if (!toman || !gold || units === undefined) throw new Error('there is no Toman, or no gold')
  const reference = `gift:${userId}`
  const gift = { userId, key: reference, fingerprint: reference, reference, coinId: toman.id, amount: amount(units) }
  await exchange.submit({ type: 'credit', source: 'hot/ERC20', ...gift })
  const goldGift = { ...gift, coinId: gold.id, key: `gold:${userId}`, reference: `gold:${userId}` }
  await exchange.submit({ type: 'credit', source: 'hot/ERC20', ...goldGift, amount: amount(1_000_000n) })

  const ask = async (request: SpecifiedRequest) => {
    const { status, body } = await send(url, { token, ...request })
    if (status !== 200) throw new Error(`${request.path}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  const orderKey = `key-${randomUUID()}`
  const place = async (clientOrderId: string) => {
    const terms = { marketType: 'GOLD_TOMAN', orderType: 'LIMITED_BUY', amount: '1', unitPrice: '5000000' }
    const query = { force: 'true' }
    return Named.parse(await ask({ method: 'POST', path: '/orders/buy', query, body: { ...terms, clientOrderId } }))
      .baseDTO.id
  }
  const buyAgain = async () => {
    const terms = { marketType: 'GOLD_TOMAN', total: '50000000', rhythm: { kind: 'DAILY', minute: 600 } }
    return Named.parse(await ask({ method: 'POST', path: '/recurring-buys', body: terms })).baseDTO.id
  }
  const ticket = await openTicket(url, { token }, new Uint8Array(pdf()))
  const talk = Talk.parse(await ask({ method: 'GET', path: `/tickets/message/${ticket}` }))
  const payment = { amount: '500000', paymentGateway: 'ZARINPAL', cardNumber: card }
  const begun = Begun.parse(await ask({ method: 'POST', path: '/wallets/deposit-toman', body: payment }))
  const apiKey = await makeKey(url, token, 'read')
  const { bankAccount, priceAlert, savedAddress } = await insertThings(database, userId)
  const person = { issuer: 'https://sso.example', subject: randomUUID(), email: undefined }
  const at = new Date()
  const signOn = await database.transaction((tx) => insertSignOnIdentity(tx, { userId, person, at }))
  await openSession(database, userId)
  const [session] = await database.query<{ id: bigint }>('select max(id) as id from sessions where user_id = $1', [
    userId,
  ])
  return {
    ...{ token, userId, card, orderKey, ticket },
    order: await place(orderKey),
    orderOfBatch: await place(`key-${randomUUID()}`),
    file: talk.pageDTO.content.flatMap(({ file }) => file ?? [])[0] ?? '',
    notification: Rows.parse(await ask({ method: 'GET', path: '/notifications' })).content[0]?.id ?? '',
    ...{ bankAccount, priceAlert, savedAddress },
    session: String(session?.id),
    apiKey: apiKey.id,
    passkey: await addPasskey(database, userId),
    passkeyToRemove: await addPasskey(database, userId),
    signOn: String(signOn),
    recurringBuy: await buyAgain(),
    recurringBuyToRemove: await buyAgain(),
    ...{ sheba, withdrawal: await raiseWithdrawal(exchange, { userId, coinId: toman.id, ...bankOf(sheba) }) },
    delivery: await raiseWithdrawal(exchange, { userId, coinId: gold.id, tokenType: 'DELIVERY', address: 'BRANCH/1' }),
    deposit: new URL(begun.baseDTO.redirectSite).pathname.split('/').at(-1) ?? '',
  }
}

async function insertThings(database: Database, userId: number) {
  const bank = iranianIdentity()
  const [account] = await database.query<{ id: bigint }>(
    `insert into bank_accounts (user_id, position, card_number, sheba, verified_at) values ($1, 2, $2, $3, now()) returning id`,
    [userId, bank.cardNumber, bank.sheba],
  )
  const [alert] = await database.query<{ id: bigint }>(
    `insert into price_alerts (user_id, market_id, kind, above, created_at)
      select $1, id, 'ABOVE', 1, now() from markets limit 1 returning id`,
    [userId],
  )
  const [saved] = await database.query<{ id: bigint }>(
    `insert into saved_addresses (user_id, network, address, label, added_at)
      values ($1, 'ERC20', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'Mine', now()) returning id`,
    [userId],
  )
  return { bankAccount: String(account?.id), priceAlert: String(alert?.id), savedAddress: String(saved?.id) }
}

const bankOf = (sheba: string) => ({ tokenType: 'BANK', address: sheba })

async function raiseWithdrawal(
  exchange: WholeServer['exchange'],
  { userId, coinId, ...to }: { userId: number; coinId: number; tokenType: string; address: string },
): Promise<string> {
  const raised = await exchange.submit({
    ...{ type: 'withdraw', userId, key: `w-${randomUUID()}`, fingerprint: '', coinId, amount: amount(1_000_000n) },
    ...leavingTo({ ...to, networkFee: amount(0n) }),
  })
  return raised.kind === 'withdrawal' ? String(raised.withdrawalId) : raised.kind
}

async function addPasskey(database: Database, userId: number): Promise<string> {
  const passkey = await insertPasskey(database, {
    userId,
    credentialId: randomBytes(32),
    publicKey: randomBytes(64),
    counter: 0,
    transports: ['internal'],
    deviceType: 'singleDevice',
    backedUp: false,
    name: 'Phone',
    at: new Date(),
  })
  return String(passkey?.id)
}
