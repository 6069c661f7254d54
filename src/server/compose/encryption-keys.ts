import { randomBytes } from 'node:crypto'
import type { SealingKey } from '../accounts/sealer.ts'
import type { Config } from '../config/config.ts'
import { keyFile } from './key-file.ts'

type Keys = readonly [SealingKey, ...SealingKey[]]

const KEY_BYTES = 32

/**
 * The keys of ENCRYPTION_KEYS. On a machine of one's own, where none are set, a key that was made at the first start and lies beside the data;
 * production has refused to start without the setting.
 */
export function encryptionKeys({ encryptionKeys, dataDir }: Pick<Config, 'encryptionKeys' | 'dataDir'>): Keys {
  if (encryptionKeys) return encryptionKeys
  return [{ id: 1, key: keyFile({ dataDir, name: 'encryption-key', make: () => randomBytes(KEY_BYTES) }) }]
}
