import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSealedSecrets } from '../accounts/seal-secrets.ts'
import { createSealer, type Sealer } from '../accounts/sealer.ts'
import type { Config } from '../config/config.ts'
import type { Queryable } from '../store/database.ts'

interface KeyPlace {
  readonly dataDir: string
  readonly name: string
}

const pathOf = ({ dataDir, name }: KeyPlace) => join(dataDir, name)

/** A key that is generated at the first start and stored next to the data, readable by its owner alone. */
export const keyFile = ({ make, ...place }: KeyPlace & { make: () => Buffer }): Buffer =>
  readKey(place) ?? keepKey(place, make())

/** The stored key; `undefined` if there is none. */
function readKey(place: KeyPlace): Buffer | undefined {
  try {
    return Buffer.from(readFileSync(pathOf(place), 'utf8'), 'base64')
  } catch {
    return undefined
  }
}

/** Stores a key unless one exists already. */
function keepKey(place: KeyPlace, key: Buffer): Buffer {
  writeFileSync(pathOf(place), `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  return key
}

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
