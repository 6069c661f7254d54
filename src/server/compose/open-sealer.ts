import { randomBytes } from 'node:crypto'
import { checkSealedSecrets } from '../accounts/seal-secrets.ts'
import { createSealer, type Sealer } from '../accounts/sealer.ts'
import type { Config } from '../config/config.ts'
import type { Queryable } from '../store/database.ts'
import { keepKey, readKey } from './key-file.ts'

const KEY_BYTES = 32

/**
 * The sealer with the keys of ENCRYPTION_KEYS. A developer's machine without them uses a key that is generated at the first start and
 * stored next to the data; production refuses to start without the setting. A generated key is stored only after the check: a refused start
 * would otherwise leave a wrong key, and the next start would use it. @throws Error if the keys do not decrypt the database's sealed data
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
