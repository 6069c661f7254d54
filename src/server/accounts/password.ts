import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

export interface HashCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** argon2id, the package's default algorithm, with the memory and passes that OWASP names as the least. */
export const HASH_COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface PasswordHasher {
  hash(password: string): Promise<string>
  fits(passwordHash: string | undefined, password: string): Promise<boolean>
}

/** Hashing and comparing, on another thread. A password of nobody is compared with the hash of a discarded one, which takes the same time. */
export function createHasher(cost: HashCost): PasswordHasher {
  const hashOf = (password: string) => hash(bytesOf(password), cost)
  const nobodys = hashOf(randomBytes(32).toString('base64'))
  return {
    hash: hashOf,
    async fits(passwordHash, password) {
      const fits = await verify(passwordHash ?? (await nobodys), bytesOf(password))
      return fits && passwordHash !== undefined
    },
  }
}

/** One spelling for letters that keyboards compose differently. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFC'))
