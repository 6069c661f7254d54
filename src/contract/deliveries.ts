import * as z from 'zod/mini'
import { ADDRESS_LENGTH_MAX, CITY_LENGTH_MAX, DELIVERY_STATES } from '#domain/delivery.ts'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { questionTo, RequestOptions } from './passkeys.ts'
import { Line } from './typed-text.ts'
import { DecimalText, Id, Instant, paging, replyWith, replyWithRows, TwoStepType } from './values.ts'
import { CONFIRMATION_REFUSED, WithdrawalConfirmation } from './withdrawals.ts'

/** A branch in the language of the caller. */
const Branch = z.object({ id: Id, name: z.string(), address: z.string(), hours: z.string() })

/** The place of a hand-over: a branch, or an address to which the insured courier comes. */
export const Place = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('BRANCH'), branchId: Id }),
  z.strictObject({
    kind: z.literal('COURIER'),
    city: Line(2, CITY_LENGTH_MAX),
    postalCode: z.string().check(z.regex(/^\d{10}$/)),
    address: Line(5, ADDRESS_LENGTH_MAX),
  }),
])

/** The same as it is shown. */
export const ShownPlace = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('BRANCH'), ...Branch.shape }),
  z.object({ kind: z.literal('COURIER'), city: z.string(), postalCode: z.string(), address: z.string() }),
])

/** The facts of a delivery that its user and operators see. Weights are in grams. */
export const deliveryFacts = {
  id: Id,
  weight: DecimalText,
  /** In gold, beside the weight. */
  fee: DecimalText,
  place: ShownPlace,
  state: z.enum(DELIVERY_STATES),
  /** The courier's. */
  trackingNumber: z.nullable(z.string()),
  /** The reason of operators who refused it. */
  endReason: z.nullable(z.string()),
  createdAtDateTime: Instant,
  endedAtDateTime: z.nullable(Instant),
}

export const Delivery = z.object({
  ...deliveryFacts,
  /** Whether its user may still cancel it. */
  cancellable: z.boolean(),
  /** The code that the user tells the person who hands the gold over; null while no gold waits. */
  code: z.nullable(z.string()),
})

/** The weight and the place. The code of a delivery works for exactly this. */
const asked = {
  /** In grams, without the fee. */
  weight: DecimalText,
  /** The fee as it was shown: another one is refused. */
  fee: DecimalText,
  place: Place,
}

const REFUSED = [
  'AMOUNT_IS_LOW',
  'AMOUNT_IS_HIGH',
  'DELIVERY_WEIGHT_INVALID',
  'DELIVERY_PLACE_CLOSED',
  'DELIVERY_FEE_CHANGED',
  'WITHDRAWALS_STOPPED',
  'FORBIDDEN',
  'ACCOUNT_NOT_AUTHORIZED',
  'WITHDRAWALS_HELD',
  'WITHDRAWAL_HOUR_LIMIT_REACHED',
  'WITHDRAWAL_DAY_LIMIT_REACHED',
  'NOT_ENOUGH_BALANCE',
] as const

export const getDeliveryTerms = defineEndpoint({
  ...ownRead,
  path: '/wallets/delivery-terms',
  summary: 'Which weights of gold can be handed over, for which fee, where, and to whom',
  response: replyWith({
    baseDTO: z.object({
      /** Grams. */
      weightMin: DecimalText,
      weightMax: DecimalText,
      weightStep: DecimalText,
      feeFixed: DecimalText,
      /** Percent of the weight. */
      feePercent: DecimalText,
      branches: z.array(Branch),
      courier: z.boolean(),
      /** The verified name of the caller, to whom alone the gold is handed over. */
      recipientName: z.string(),
      /** Until when nothing can be withdrawn; null if nothing holds withdrawals. */
      heldUntilDateTime: z.nullable(Instant),
    }),
  }),
})

export const sendDeliveryCode = defineEndpoint({
  method: 'POST',
  path: '/wallets/delivery-code',
  summary: 'Send the code of one delivery by the present second step: it works for this weight, fee and place alone',
  access: 'authorized',
  offline: 'never',
  body: z.strictObject(asked),
  response: replyWith({
    baseDTO: z.object({
      twoStepAuthenticationType: TwoStepType,
      starTwoStepAuthentication: z.nullable(z.string()),
      expiresInSeconds: z.nullable(z.int()),
    }),
  }),
  errors: [...REFUSED, 'TOO_MANY_REQUESTS', 'SMS_OTP_UNAVAILABLE', 'EMAIL_OTP_UNAVAILABLE'],
})

export const beginPasskeyDelivery = defineEndpoint({
  method: 'POST',
  path: '/wallets/delivery-passkey',
  summary:
    'What `navigator.credentials.get` is to be given to confirm this one delivery by a passkey in place of a code',
  access: 'authorized',
  offline: 'never',
  body: z.strictObject(asked),
  response: questionTo(RequestOptions),
  errors: [...REFUSED, 'TOO_MANY_REQUESTS', 'NO_PASSKEYS'],
})

export const requestDelivery = defineEndpoint({
  method: 'POST',
  path: '/wallets/deliveries',
  summary: 'Have gold handed over, by the code that was sent for this weight and place, or by a passkey',
  access: 'authorized',
  offline: 'never',
  money: true,
  body: z.strictObject({ ...asked, ...WithdrawalConfirmation }),
  response: replyWith({ baseDTO: Delivery }),
  errors: [...REFUSED, ...CONFIRMATION_REFUSED],
})

export const getDeliveries = defineEndpoint({
  ...ownRead,
  polled: true,
  path: '/wallets/deliveries',
  summary: "The caller's deliveries of gold, newest first",
  query: z.strictObject(paging),
  response: replyWithRows(Delivery),
  errors: ['PAGE_TOO_FAR'],
})

export const cancelDelivery = defineEndpoint({
  method: 'DELETE',
  path: '/wallets/deliveries/:id',
  summary: 'Cancel a delivery that no operator has approved yet; its gold is free again',
  access: 'user',
  offline: 'never',
  params: z.strictObject({ id: Id }),
  response: replyWith({ baseDTO: Delivery }),
  errors: ['DELIVERY_NOT_FOUND', 'DELIVERY_NOT_CANCELLABLE'],
})
