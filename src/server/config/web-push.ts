import { createECDH } from 'node:crypto'
import { z } from 'zod'
import { readSettings } from './values.ts'

/** The settings for signing push messages. */
export interface PushConfig {
  /** 32 bytes; absent: this machine's own key, or no push in production. */
  readonly privateKey: Uint8Array | undefined
  /** The contact that push services may write to. */
  readonly subject: string
}

const WebPush = z.object({
  VAPID_KEYS: z
    .string()
    .regex(
      /^[A-Za-z0-9_-]{87}:[A-Za-z0-9_-]{43}$/,
      'must be a public and a private key in base64url, with a colon between',
    )
    .refine(isPair, 'must be a public key and the private key that belongs to it')
    .optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be mailto: with an address, or https://')
    .optional(),
})

/** @throws Error with a sentence that names the variable */
export function parseWebPush(given: Readonly<Record<string, string | undefined>>, publicUrl: string): PushConfig {
  const { VAPID_KEYS, VAPID_SUBJECT } = readSettings(WebPush, given)
  return {
    privateKey: VAPID_KEYS === undefined ? undefined : privateKeyOf(VAPID_KEYS),
    subject: VAPID_SUBJECT ?? (publicUrl.startsWith('https:') ? publicUrl : 'mailto:push@kimia.example'),
  }
}

const privateKeyOf = (keys: string) => Buffer.from(keys.split(':')[1] ?? '', 'base64url')

function isPair(keys: string): boolean {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKeyOf(keys))
    return pair.getPublicKey().toString('base64url') === keys.split(':')[0]
  } catch {
    return false
  }
}

/** The prefix of browsers' addresses at the sandbox of this server. */
export const sandboxPlaces = (port: number) => `http://127.0.0.1:${port}/sandbox/push/`
