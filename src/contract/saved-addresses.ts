import * as z from 'zod/mini'
import { ADDRESS_LABEL_LENGTH_MAX } from '#domain/saved-address.ts'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { Line } from './typed-text.ts'
import { AddressTag, Id, Instant, replyWith } from './values.ts'

export const SavedAddress = z.object({
  id: Id,
  /** The network. */
  tokenType: z.string(),
  address: z.string(),
  /** The tag or memo that belongs to the address; null for an address without one. */
  tag: z.nullable(z.string()),
  label: z.string(),
  addedDateTime: Instant,
  /** From when it can be withdrawn to; null if it can be already. */
  usableFromDateTime: z.nullable(Instant),
})

/** A change of the own address book. */
const ownChange = { offline: 'never', errors: [] } as const
const proven = { ...ownChange, access: 'proven', proof: 'ADDRESSES' } as const

export const getSavedAddresses = defineEndpoint({
  ...ownRead,
  path: '/wallets/saved-addresses',
  summary:
    "The caller's saved addresses, oldest first: fifty at most; and whether the caller withdraws coins to these addresses alone",
  response: replyWith({ content: z.array(SavedAddress), baseDTO: z.object({ onlySaved: z.boolean() }) }),
})

export const saveAddress = defineEndpoint({
  ...proven,
  method: 'POST',
  path: '/wallets/saved-addresses',
  summary:
    'Save an address outside Kimia. While only saved addresses are allowed, it can be withdrawn to 24 hours later',
  body: z.strictObject({
    tokenType: z.string().check(z.minLength(1), z.maxLength(20)),
    address: z.string().check(z.minLength(1), z.maxLength(120)),
    /** The tag or memo that belongs to the address, on networks that have one. */
    tag: z.optional(AddressTag),
    label: Line(1, ADDRESS_LABEL_LENGTH_MAX),
  }),
  response: replyWith({ baseDTO: SavedAddress }),
  errors: [
    'NETWORK_NOT_SUPPORTED',
    'TAG_NOT_SUPPORTED',
    'TAG_INVALID',
    'TAG_REQUIRED',
    'ADDRESS_INVALID',
    'CONFLICT',
    'WALLET_UNAVAILABLE',
    'ADDRESS_ALREADY_SAVED',
    'SAVED_ADDRESSES_TOO_MANY',
  ],
})

export const removeSavedAddress = defineEndpoint({
  ...ownChange,
  method: 'DELETE',
  path: '/wallets/saved-addresses/:id',
  access: 'user',
  summary: 'Remove a saved address',
  params: z.strictObject({ id: Id }),
  response: replyWith({}),
  errors: ['SAVED_ADDRESS_NOT_FOUND'],
})

export const allowOnlySavedAddresses = defineEndpoint({
  ...ownChange,
  method: 'PUT',
  path: '/wallets/only-saved-addresses',
  access: 'user',
  summary: 'From now on withdraw coins to saved addresses alone, each 24 hours after it was saved',
  response: replyWith({}),
})

export const allowAllAddresses = defineEndpoint({
  ...proven,
  method: 'DELETE',
  path: '/wallets/only-saved-addresses',
  summary: 'Withdraw coins to any address again. Holds withdrawals for 24 hours',
  response: replyWith({}),
})
