import { SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import { type OrderTerms, PLAIN_TERMS, SELF_TRADE_PREVENTIONS } from '#domain/order.ts'
import { amount, ppm, price } from '#domain/units.ts'
import type {
  AmendOrder,
  CancelOrder,
  Command,
  Credit,
  HoldFunds,
  KeyedCommand,
  PlaceOco,
  PlaceOrder,
} from '#server/engine/commands.ts'
import { ARENA_COINS, ARENAS, openingInventoryOf, openingOf } from '#tests/builders/arenas.ts'
import type { Chance } from './chance.ts'

const USERS = Array.from({ length: 12 }, (_, i) => i + 1)
const SIDES = ['BUY', 'SELL'] as const
const SOURCES = ['gateway/ZARINPAL', 'hot/ERC20'] as const
const NOBODY = 77

const WEIGHTS = {
  place: 45,
  oco: 8,
  ownTrader: 8,
  ownCancel: 3,
  cancel: 8,
  amend: 2,
  cancelAll: 1,
  quickTrade: 10,
  credit: 6,
  hold: 5,
  endHold: 5,
  repeat: 8,
  otherBody: 3,
  doubleClick: 3,
  reusedReference: 1,
}

/** The facts that drawing uses, so that many of the drawn commands are possible. */
export interface Scene {
  readonly chance: Chance
  readonly now: number
  /** A key that no command has used. */
  readonly newKey: () => string
  readonly standing: readonly {
    readonly id: number
    readonly userId: number
    readonly market: { readonly id: number }
  }[]
  readonly holds: readonly { readonly userId: number; readonly reference: string; readonly amount: bigint }[]
  /** Commands that were answered or given up. */
  readonly past: readonly KeyedCommand[]
}

/** The commands of one sender at one moment: mostly one, two for a double click. */
export function drawCommands(scene: Scene): Command[] {
  const { chance, now, past } = scene
  switch (chance.weighted(WEIGHTS)) {
    case 'place':
      return [drawOrder(scene)]
    case 'oco':
      return [drawOco(scene)]
    case 'ownTrader':
      return [{ ...drawOrder(scene), isNeverRepeated: true }]
    case 'ownCancel': {
      // Only one cancel of an order is in progress at a time: the store would not say which of two ended it.
      const cancel = drawCancel(scene)
      return [{ ...cancel, key: `own-cancel-${cancel.orderId}`, isNeverRepeated: true }]
    }
    case 'cancel':
      return [drawCancel(scene)]
    case 'amend':
      return [drawAmendment(scene)]
    case 'cancelAll': {
      const marketId = chance.of([undefined, ...ARENAS].map((arena) => ({ id: arena?.market.id }))).id
      return [{ type: 'cancelAllOrders', ...stamp(scene, chance.of(USERS)), marketId, most: 1_000 }]
    }
    case 'quickTrade':
      return [drawQuickTrade(scene)]
    case 'credit':
      return [drawCredit(scene)]
    case 'hold':
      return [drawHold(scene)]
    case 'endHold':
      return [drawEnd(scene)]
    case 'repeat':
      return past.length > 0 ? [{ ...chance.of(past), at: now }] : []
    case 'otherBody':
      return past.length > 0 ? [{ ...chance.of(past), fingerprint: 'something else', at: now }] : []
    case 'doubleClick': {
      const order = drawOrder(scene)
      return [order, order]
    }
    case 'reusedReference': {
      const used = past.filter((command) => command.type === 'hold' || command.type === 'credit')
      return used.length > 0 ? [{ ...chance.of(used), ...stamp(scene, chance.of(USERS)) }] : []
    }
  }
}

/** Every user starts with a little of everything, and so does the quick-trade inventory. */
export function openingCredits({ newKey, now }: Pick<Scene, 'newKey' | 'now'>): Credit[] {
  return [...USERS, SYSTEM_ACCOUNT.otcInventory].flatMap((userId) =>
    ARENA_COINS.map((coin): Credit => {
      const key = newKey()
      const given = userId > 0 ? openingOf(coin) : openingInventoryOf(coin)
      const reference = `opening/${userId}/${coin.id}`
      const stamped = { userId, key, fingerprint: key, at: now, source: 'hot/ERC20' as const }
      return { type: 'credit', ...stamped, coinId: coin.id, amount: amount(given), reference }
    }),
  )
}

function stamp({ newKey, now }: Scene, userId: number) {
  const key = newKey()
  return { userId, key, fingerprint: `of ${key}`, at: now }
}

const drawCharges = (chance: Chance) => ({
  taker: chance.of([ppm(4_000n), ppm(3_333n), ppm(0n)]),
  maker: chance.of([ppm(3_000n), ppm(2_999n), ppm(0n)]),
  inviterId: chance.of([undefined, ...USERS, NOBODY].map((inviterId) => ({ inviterId }))).inviterId,
  ...(chance.onceIn(2) && { friendShare: chance.of([ppm(50_000n), ppm(100_000n), ppm(150_000n)]) }),
})

const drawQuantity = (chance: Chance) => BigInt(1 + chance.below(chance.onceIn(2) ? 9 : 1_000))

function drawOrder(scene: Scene): PlaceOrder {
  const { chance } = scene
  const { market, about, step, lot } = chance.of(ARENAS)
  const near = () => price(about + BigInt(chance.below(9) - 4) * step)
  const side = chance.of(SIDES)
  const trail = chance.onceIn(3) ? price(BigInt(1 + chance.below(6)) * step) : undefined
  const kind = chance.weighted({ limit: 6, resting: 2, atOnce: 2, stop: 3, market: 2 })
  const selfTradePrevention = chance.of(SELF_TRADE_PREVENTIONS)
  const lasting = drawExpiry(scene)
  const asked: Partial<OrderTerms> = {
    limit: { expiresAt: lasting },
    resting: { postOnly: true, expiresAt: lasting, selfTradePrevention },
    atOnce: { timeInForce: chance.of(['IOC', 'FOK'] as const), selfTradePrevention },
    stop: {
      stopPrice: near(),
      trailingDistance: trail,
      expiresAt: lasting,
      timeInForce: chance.of(['GTC', 'GTC', 'IOC', 'FOK'] as const),
    },
    market: { timeInForce: chance.of(['GTC', 'FOK'] as const), selfTradePrevention },
  }[kind]
  const stamped = stamp(scene, chance.of(USERS))
  return {
    type: 'placeOrder',
    ...stamped,
    marketId: market.id,
    side,
    unitPrice: kind === 'market' ? undefined : near(),
    amount: amount(drawQuantity(chance) * lot),
    charges: drawCharges(chance),
    quoteInToman: price(98_765_43210987n),
    clientOrderId: stamped.key,
    terms: { ...PLAIN_TERMS, ...asked },
    warnsOfPrice: chance.onceIn(3),
    referencePrice: chance.onceIn(2) ? price(chance.onceIn(20) ? about * 6n : about) : undefined,
  }
}

/** Mostly on the two sides of the market. */
function drawOco(scene: Scene): PlaceOco {
  const { chance } = scene
  const { market, about, step, lot } = chance.of(ARENAS)
  const side = chance.of(SIDES)
  const up = side === 'SELL' ? step : -step
  const away = (way: bigint) => price(about + way * BigInt(1 + chance.below(5)))
  const stamped = stamp(scene, chance.of(USERS))
  return {
    type: 'placeOco',
    ...stamped,
    marketId: market.id,
    side,
    amount: amount(drawQuantity(chance) * lot),
    unitPrice: away(up),
    stopPrice: away(-up),
    stopUnitPrice: away(-up),
    selfTradePrevention: chance.of(SELF_TRADE_PREVENTIONS),
    expiresAt: drawExpiry(scene),
    charges: drawCharges(chance),
    quoteInToman: price(98_765_43210987n),
    clientOrderId: stamped.key,
    warnsOfPrice: chance.onceIn(3),
    referencePrice: chance.onceIn(2) ? price(about) : undefined,
  }
}

/** Mostly none, so that many orders stay open. */
const drawExpiry = ({ chance, now }: Scene) =>
  chance.onceIn(3) ? Math.ceil(now / 1_000) * 1_000 + 1_000 * chance.below(20) : undefined

/** Mostly for an open order, by its owner. */
function drawCancel(scene: Scene): CancelOrder {
  const { chance, standing } = scene
  const { id, userId } = standing.length > 0 ? chance.of(standing) : { id: 1, userId: 1 }
  return { type: 'cancelOrder', ...stamp(scene, chance.onceIn(8) ? chance.of(USERS) : userId), orderId: id }
}

/** Mostly of an open order, by its owner. */
function drawAmendment(scene: Scene): AmendOrder {
  const { chance, standing } = scene
  const { id, userId, market } = standing.length > 0 ? chance.of(standing) : { id: 1, userId: 1, ...chance.of(ARENAS) }
  const { about, step, lot } = ARENAS.find((arena) => arena.market.id === market.id) ?? chance.of(ARENAS)
  const near = () => price(about + BigInt(chance.below(9) - 4) * step)
  return {
    type: 'amendOrder',
    ...stamp(scene, chance.onceIn(8) ? chance.of(USERS) : userId),
    orderId: id,
    amount: chance.onceIn(3) ? undefined : amount(drawQuantity(chance) * lot),
    unitPrice: chance.onceIn(2) ? undefined : near(),
    stopPrice: chance.onceIn(4) ? near() : undefined,
    expiresAt: chance.onceIn(3) ? (drawExpiry(scene) ?? null) : undefined,
    quoteInToman: undefined,
    warnsOfPrice: chance.onceIn(3),
    referencePrice: chance.onceIn(2) ? price(about) : undefined,
  }
}

function drawQuickTrade(scene: Scene): KeyedCommand {
  const { chance, now } = scene
  const { market, about, lot } = chance.of(ARENAS)
  return {
    type: 'quickTrade',
    ...stamp(scene, chance.of(USERS)),
    marketId: market.id,
    side: chance.of(SIDES),
    amount: amount(drawQuantity(chance) * lot),
    unitPrice: price(about),
    quote: {
      goodUntil: now + chance.of([-1, 0, 10_000, 10_000, 60_000]),
      refusal: chance.of(['PRICE_STALE', 'PRICE_CHANGED'] as const),
    },
    charges: drawCharges(chance),
    quoteInToman: undefined,
  }
}

function drawCredit(scene: Scene): Credit {
  const { chance } = scene
  const coin = chance.of(ARENA_COINS)
  const quantity = drawQuantity(chance) * (coin.decimals === 18 ? 10n ** 15n : 10n ** 5n)
  const stamped = stamp(scene, chance.onceIn(9) ? SYSTEM_ACCOUNT.otcInventory : chance.of(USERS))
  const reference = `deposit/${stamped.key}`
  const source = chance.of(SOURCES)
  return { type: 'credit', ...stamped, source, coinId: coin.id, amount: amount(quantity), reference }
}

function drawHold(scene: Scene): HoldFunds {
  const { chance } = scene
  const stamped = stamp(scene, chance.of(USERS))
  const quantity = amount(drawQuantity(chance) * 10n ** BigInt(chance.below(8)))
  return {
    type: 'hold',
    ...stamped,
    coinId: chance.of(ARENA_COINS).id,
    amount: quantity,
    reference: `hold/${stamped.key}`,
  }
}

/** Mostly for an open hold, by its owner: all of it, or the half. */
function drawEnd(scene: Scene): KeyedCommand {
  const { chance, holds } = scene
  const { reference, userId, amount: left } = holds.length > 0 ? chance.of(holds) : NO_HOLD
  const stamped = { ...stamp(scene, chance.onceIn(8) ? chance.of(USERS) : userId), reference }
  if (chance.onceIn(2)) return { type: 'release', ...stamped }
  const fee = left / 10n
  const sent = (chance.onceIn(2) ? left : left / 2n) - fee + (chance.onceIn(9) ? 1n : 0n)
  const parts = [
    { account: chance.of(SOURCES), amount: amount(sent) },
    { account: 'feesCharged/ERC20' as const, amount: amount(fee) },
  ]
  return { type: 'settle', ...stamped, parts, rest: chance.of(['held', 'released'] as const) }
}

const NO_HOLD = { reference: 'hold/none', userId: 1, amount: 1n }
