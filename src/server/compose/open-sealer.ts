import { randomBytes } from 'node:crypto'
import { checkSealedSecrets } from '../accounts/check-sealed-secrets.ts'
import { createSealer, type Sealer } from '../accounts/sealer.ts'
import type { Config } from '../config/config.ts'
import type { Queryable } from '../store/database.ts'
import { keepKey, readKey } from './key-file.ts'

const KEY_BYTES = 32

/**
 * The sealer with the keys of ENCRYPTION_KEYS. On a machine of one's own, where none are set, with a key that was made at the first start and lies
 * beside the data; production has refused to start without the setting. A key that is made here is kept only behind the check: a refused start
 * would leave a wrong one beside the data, and the next start would take it.
 * @throws Error where the keys do not open what the database keeps sealed
 */
export async function openSealer(
  { encryptionKeys, dataDir }: Pick<Config, 'encryptionKeys' | 'dataDir'>,
  database: Queryable,
): Promise<Sealer> {
  const place = { dataDir, name: 'encryption-key' }
  const present = encryptionKeys ? undefined : readKey(place)
  const key = present ?? randomBytes(KEY_BYTES)
  const sealer = createSealer(encryptionKeys ?? [{ id: 1, key }])
  await checkSealedSecrets(database, sealer)
  if (!encryptionKeys && !present) keepKey(place, key)
  return sealer
}
