import { createECDH } from 'node:crypto'
import { sandboxPlaces } from '../config/web-push.ts'
import type { PushSender } from '../providers/push/push.ts'
import { createWebPush } from '../providers/push/web-push.ts'
import type { Core } from './core.ts'
import { keyFile } from './key-file.ts'

const TIMEOUT_MS = 10_000

/** Push to browsers; absent in production without keys. */
export function openPush({ config, logger }: Pick<Core, 'config' | 'logger'>): PushSender | undefined {
  const { webPush, production, dataDir, providers, port } = config
  if (production && webPush.privateKey === undefined) {
    logger.warn('VAPID_KEYS is not set: notifications are not pushed to browsers')
    return undefined
  }
  return createWebPush({
    privateKey: webPush.privateKey ?? keyFile({ dataDir, name: 'push-key', make: makeKey }),
    subject: webPush.subject,
    sandbox: providers.sandboxes.length > 0 ? sandboxPlaces(port) : undefined,
    timeoutMs: TIMEOUT_MS,
    now: () => new Date(),
  })
}

function makeKey(): Buffer {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // ECDH returns the key without leading zeros.
  return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
}
