import * as z from 'zod/mini'
import { PRICE_ALERT_KINDS } from '#domain/price-alert.ts'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { DecimalText, Id, Instant, MarketType, replyWith } from './values.ts'

export const PriceAlert = z.object({
  id: Id,
  marketType: MarketType,
  kind: z.enum(PRICE_ALERT_KINDS),
  /** For PERCENT: the distance from the price at its creation. */
  percent: z.nullable(DecimalText),
  /** It is triggered at `above` or more, or at `below` or less; null if there is no such bound. */
  above: z.nullable(DecimalText),
  below: z.nullable(DecimalText),
  createdAtDateTime: Instant,
})

export const getPriceAlerts = defineEndpoint({
  ...ownRead,
  path: '/price-alerts',
  summary: "The caller's open price alerts, newest first",
  response: replyWith({ content: z.array(PriceAlert) }),
})

export const createPriceAlert = defineEndpoint({
  method: 'POST',
  path: '/price-alerts',
  summary: 'Tells the caller once when a price has come to a figure, or so many percent away from the present one',
  access: 'user',
  offline: 'never',
  body: z.union([
    z.strictObject({ marketType: MarketType, kind: z.enum(['ABOVE', 'BELOW']), price: DecimalText }),
    z.strictObject({ marketType: MarketType, kind: z.literal('PERCENT'), percent: DecimalText }),
  ]),
  response: replyWith({ baseDTO: PriceAlert }),
  errors: [
    'MARKET_NOT_FOUND',
    'PRICE_STALE',
    'UNIT_PRICE_INVALID',
    'PRICE_ALERT_TOO_LOW',
    'PRICE_ALERT_TOO_HIGH',
    'PRICE_ALERT_PERCENT_INVALID',
    'PRICE_ALERT_REACHED',
    'PRICE_ALERT_EXISTS',
    'PRICE_ALERTS_TOO_MANY',
  ],
})

export const removePriceAlert = defineEndpoint({
  method: 'DELETE',
  path: '/price-alerts/:id',
  summary: 'Removes an alert that has not been told',
  access: 'user',
  offline: 'never',
  params: z.strictObject({ id: Id }),
  response: replyWith({}),
  errors: ['PRICE_ALERT_NOT_FOUND'],
})
