import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SealingKey } from '../accounts/sealer.ts'
import type { Config } from '../config/config.ts'

type Keys = readonly [SealingKey, ...SealingKey[]]

const KEY_BYTES = 32

/**
 * The keys of ENCRYPTION_KEYS. On a machine of one's own, where none are set, a key that was made at the first start and lies beside the data;
 * production has refused to start without the setting.
 */
export function encryptionKeys({ encryptionKeys, dataDir }: Pick<Config, 'encryptionKeys' | 'dataDir'>): Keys {
  if (encryptionKeys) return encryptionKeys
  const path = join(dataDir, 'encryption-key')
  return [{ id: 1, key: readKey(path) ?? makeKey(path) }]
}

function readKey(path: string): Uint8Array | undefined {
  try {
    return Buffer.from(readFileSync(path, 'utf8'), 'base64')
  } catch {
    return undefined
  }
}

function makeKey(path: string): Uint8Array {
  const key = randomBytes(KEY_BYTES)
  writeFileSync(path, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  return key
}
