import * as z from 'zod/mini'
import { KEY_ADDRESSES_MAX, KEY_NAME_LENGTH_MAX, KEY_RIGHTS } from '#domain/api-key.ts'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { Line } from './typed-text.ts'
import { Id, Instant, replyWith } from './values.ts'

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** The beginning of the key, by which its owner recognises it: "kmk_3fQ9xB". */
  prefix: z.string(),
  rights: z.array(z.enum(KEY_RIGHTS)),
  /** The addresses and networks from which it is accepted; empty: from anywhere. */
  addresses: z.array(z.string()),
  createdAtDateTime: Instant,
  /** Null: valid until it is removed. */
  expiresAt: z.nullable(Instant),
  /** Rounded to the minute. */
  lastUsedAtDateTime: z.nullable(Instant),
  lastUsedIpAddress: z.nullable(z.string()),
})

export const getApiKeys = defineEndpoint({
  ...ownRead,
  path: '/users/api-keys',
  summary: "The caller's keys for programs, newest first",
  response: replyWith({ content: z.array(ApiKey) }),
})

export const createApiKey = defineEndpoint({
  method: 'POST',
  path: '/users/api-keys',
  summary: 'Create a key for a program. The secret that it signs with is answered here, once, and never again',
  access: 'proven',
  proof: 'ACCESS',
  offline: 'never',
  body: z.strictObject({
    name: Line(1, KEY_NAME_LENGTH_MAX),
    rights: z.array(z.enum(KEY_RIGHTS)).check(z.minLength(1), z.maxLength(KEY_RIGHTS.length)),
    /** IPv4, IPv6, or a network of either: "203.0.113.0/24". A key that may withdraw needs one. */
    addresses: z.optional(z.array(z.string().check(z.maxLength(50))).check(z.maxLength(KEY_ADDRESSES_MAX))),
    expiresAt: z.optional(z.nullable(Instant)),
  }),
  response: replyWith({ baseDTO: z.extend(ApiKey, { key: z.string(), secret: z.string() }) }),
  errors: ['API_KEY_ADDRESS_INVALID', 'API_KEY_ADDRESS_REQUIRED', 'EXPIRY_INVALID', 'API_KEYS_TOO_MANY'],
})

export const removeApiKey = defineEndpoint({
  method: 'DELETE',
  path: '/users/api-keys/:id',
  summary: 'Remove a key: it is taken no more from then on',
  access: 'fresh',
  offline: 'never',
  params: z.strictObject({ id: Id }),
  response: replyWith({}),
  errors: ['API_KEY_NOT_FOUND'],
})
